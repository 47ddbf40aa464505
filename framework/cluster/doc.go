// Package cluster hands work to the queue of a cluster: it writes scripts and manifests, submits them, and asks how they fare. Slurm, or whoever else
// it is, queues, places and restarts; this package only knows how to ask, and nothing of what the work is.
//
//   - settings.go: what is asked of a node, from cluster.yaml
//   - submission.go: a submission is a folder with its items of work, its script and its logs
//   - script.go, slurm.go, again.go: Slurm's scripts and commands, and a job that asks for another turn
//   - shell.go, kubernetes.go: the same work as shell commands, or as an indexed Job
//
// Nothing here asks for sacct, as many clusters keep no accounts: what has left the queue is judged by what it has left in the shared folder.
package cluster
