// Package classifier trains small convolutional networks to classify labeled images, for metrics that look
// at images by what networks see in them.
//
// There are several networks of one architecture, which differ by their first parameters and by the order of their
// batches only: what a metric says differently of each of them, it can't tell. Each has convolutions with averages
// (network.ConvNet), a dense layer to Hidden numbers with the activation silu, which are its features, and a dense
// layer to the logits of the classes; it minimizes the mean cross-entropy by Adam. A sixth of each batch is noise and
// images with shuffled pixels, of which all classes are to be equally likely (Hendrycks, Mazeika and Dietterich 2019,
// "Deep anomaly detection with outlier exposure"): otherwise networks are sure of a class of what is no image at all.
// They are trained and evaluated on the default backend, whatever the models' is, so that the same images give the
// same features everywhere.
//
//   - train.go: their training, and the share of other images whose class they find
//   - classifier.go: what they are, and how they are kept
package classifier
