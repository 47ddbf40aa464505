// Package inception gives the features of images by which the Frechet Inception distance is known (Heusel et al.
// 2017): the 2048 means of the last maps of the network Inception V3 (Szegedy et al. 2016) with the weights that came
// with that distance, as pytorch-fid has it. It differs from other Inception networks: its averages leave the padding
// out, and the last block takes largest values in their place. Images are resized to 299 x 299 pixels by bilinear
// interpolation without antialiasing, gray ones are repeated for three channels, and numbers in [0, 1] become those in
// [-1, 1].
//
// The weights are the user's own file in the format safetensors, with the names of the state dict that pytorch-fid
// publishes; `ebim describe metric frechet` says how to make it. The network is evaluated on the default backend, as
// classifiers are, so that the same images have the same features everywhere.
package inception
