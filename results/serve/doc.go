// Package serve shows a folder of runs over HTTP while other processes work on it: the page of package page, its
// answers as JSON, and the pictures of runs.
//
// The server only reads. It listens on loopback, answers GET and HEAD, and refuses requests from other sites' pages
// and under other hosts' names. The page may load nothing from elsewhere (Content-Security-Policy), and text of
// records reaches it as JSON only.
//
// # Addresses
//
//	/                              the page, with page.css and page.js
//	/api/runs, /api/live           page.Index, page.LiveIndex
//	/api/run?id=ID                 page.Run
//	/api/history?id=&file=&from=   page.History
//	/api/view?id=                  page.View; id may be given several times
//	/api/points?id=                page.Projection
//	/api/report?experiment=        page.Report
//	/file?id=&path=                a picture
package serve
