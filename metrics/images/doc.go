// Package images holds the metrics of sampled images: distances of features to those of true images (frechet,
// density_coverage), classes, memorization, out-of-distribution detection (ood), and local dimensions.
//
// Features (image_features.go) are those of small classifiers trained here, of pixels, or of the published Inception
// network. image_sets.go says which sets of images are compared.
package images
