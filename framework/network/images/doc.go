// Package images holds the architectures for images, which register under the kind "network" as the others do.
//
// They see rows [channels, height, width] and compute on maps [batch, height, width, channels]; the shape is a setting
// (image.go), which experiments fill in from the data. unet.go, conv28.go and convnet.go list layers and what is done
// with them; layered.go draws the layers' parameters; maps.go resizes and crops.
package images
