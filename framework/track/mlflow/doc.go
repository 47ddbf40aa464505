// Package mlflow sends runs to an MLflow tracking server, by its REST interface 2.0 (https://mlflow.org/docs/latest/api_reference/rest-api.html).
//
// What the server has is asked of the server: a Run that is continued knows the last step of each metric and the parameters that are
// there, so that nothing is sent twice but its id need be kept. A request takes 10 seconds at most.
//
//   - client.go: requests, and what is wrong with their answers
//   - run.go: experiments and runs
//   - names.go: what the server accepts as names and texts
package mlflow
