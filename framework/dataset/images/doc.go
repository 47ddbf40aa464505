// Package images holds the sources of images: published sets and folders of own pictures.
//
// A source gives images at 8 bits a number (dataset.ImageSource). images.go has what sources share (classes, limits),
// mnist.go with idx.go and image_folder.go with resample.go are the sources; image_survey.go looks at a folder of
// pictures.
package images
