// Package train minimizes losses: it has optimizers, learning-rate schedules, the training loop with its history, and
// checkpoints from which an interrupted training goes on to the same bits.
//
// # The loop
//
// A Problem gives a loss as a graph over parameters and inputs, and a function that fills the inputs of a step on the
// host (points, noise, samples). All parameters are one flat vector, which the optimizer updates in one array. With
// the gradient g of step t, clipped by clip_value and then by clip_norm, the schedule's factor s_t and the learning
// rate r, gradient descent makes
//
//	v <- momentum v + g,    w <- w - r s_t v
//
// and Adam (Kingma and Ba 2015)
//
//	m <- b1 m + (1 - b1) g,    u <- b2 u + (1 - b2) g^2,
//	w <- w - r s_t m/(1 - b1^t) / (sqrt(u/(1 - b2^t)) + epsilon).
//
// If an average is asked for, a moving mean of w is kept beside it, judged in its place on the validation points, and
// saved in the end. A loss that is not finite ends the training with a DivergedError.
//
// # The same bits
//
// Everything random in a step comes from the stream of (seed, purpose, step), see package random. A checkpoint holds
// the step, the state, the history so far and what Feed remembers (Memory); with that, a resumed training makes the
// same steps as one that was never interrupted. A checkpoint is sealed with a digest of its files, and the newest one
// that is whole counts.
//
// Several devices of a backend may share each batch: parameters and moments lie on all of them, each takes its rows,
// and the sums of loss and gradient over the batch are added up before the one update. What is logged is the whole
// batch's. Sums are made in another order than on one device, so that the last bits are others for another number of
// devices, and later steps drift apart as they do on another backend; with the same number a training has the same
// bits again. Each device takes as many points, so that their number divides the batch. Validation, and what follows
// the training but for chains, is the first device's.
//
// # Files
//
//   - training.go, optimizer.go: the settings that experiments name
//   - running.go, loop.go, ahead.go, drawing.go, validation.go: the loop
//   - feeder.go: inputs of losses
//   - rows.go: points as batches take them; images stay bytes until a step wants them, and are gathered while the one
//     before runs
//   - history.go: history.csv, one row a step, and the history of a training while it goes on
//   - arrays.go, checkpoint.go, resume.go: what is saved and how it is read again
package train
