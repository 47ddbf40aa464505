// Package serve shows a folder of runs over HTTP while other processes work on it: the page of package page, its answers as JSON, the
// pictures of runs, and numbers for Prometheus.
//
// The server only reads, and only for its reader: also the queue that runs were handed to is asked only while somebody looks. It
// answers GET and HEAD. On a loopback address it answers requests whose Host is a loopback name, so that no other site's name can be made to lead to it; on other addresses it demands a token, which a browser gets
// as a cookie from the address with ?token=, and other programs send as "Authorization: Bearer". Requests that another site's page
// makes are refused. The page may load nothing from elsewhere (Content-Security-Policy), and text of records reaches it as JSON only.
//
// # Addresses
//
//	/                              the page; page.css, page.js, palette.bin belong to it
//	/api/runs, /api/live           page.Index, page.LiveIndex
//	/api/run?id=ID                 page.Run
//	/api/history?id=&file=&from=   page.History
//	/api/view?id=                  page.View; id may be given several times
//	/api/points?id=                page.Projection
//	/api/metrics?experiment=       page.Metrics
//	/file?id=&path=                a picture
//	/metrics                       OpenMetrics
//	/docs/, /docs/PAGE             the documents, where there are any; documents.css and documents.js belong to them
//	/docs/..., /experiments/...    files that they show or lead to, and lists of folders, as the documents' file system has them
//
// # Files
//
//   - server.go: addresses and answers; guard.go: who may ask; openmetrics.go: numbers for Prometheus
//   - documents.go, documents.html, documents.css, documents.js: the documents
package serve
