// Package classifier trains small convolutional networks to classify labeled images, for metrics of what they see.
//
// Several networks of one architecture differ only by their first parameters and the order of their batches; a
// metric's spread over them is its uncertainty. Each has convolutions with averages (images.ConvNet), a dense layer to
// Hidden features with the activation silu, and a dense layer to the logits of the classes; it minimizes the mean
// cross-entropy by Adam. A sixth of each batch is noise and images with shuffled pixels, for which all classes are to
// be equally likely (Hendrycks, Mazeika and Dietterich 2019, "Deep anomaly detection with outlier exposure"):
// otherwise networks are sure of the class of noise. They run on the default backend, whatever the models' is, so that
// the same images give the same features everywhere.
package classifier
