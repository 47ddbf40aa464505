package download

// images lists the published sets of images.
func images() []File {
	const (
		mnist, fashion = "https://storage.googleapis.com/cvdf-datasets/",
			"https://raw.githubusercontent.com/zalandoresearch/fashion-mnist/master/data/"
		lecun   = "LeCun, Cortes and Burges; CC BY-SA 3.0, mirrored by the CVDF"
		zalando = "Zalando Research (Xiao, Rasul and Vollgraf 2017); MIT license"
	)
	var files []File
	for _, f := range []struct {
		set, url, folder, file, sum string
		size                        int64
		description, source         string
	}{
		{"mnist", mnist, "mnist/", "train-images-idx3-ubyte.gz",
			"440fcabf73cc546fa21475e81ea370265605f56be210a4024d2ca8f203523609", 9912422,
			"MNIST: 60,000 digits of 28 x 28 pixels", lecun},
		{"mnist", mnist, "mnist/", "train-labels-idx1-ubyte.gz",
			"3552534a0a558bbed6aed32b30c495cca23d567ec52cac8be1a0730e8010255c", 28881,
			"MNIST: their classes, 0 to 9", lecun},
		{"mnist", mnist, "mnist/", "t10k-images-idx3-ubyte.gz",
			"8d422c7b0a1c1c79245a5bcf07fe86e33eeafee792b84584aec276f5a2dbc4e6", 1648877,
			"MNIST: 10,000 test digits", lecun},
		{"mnist", mnist, "mnist/", "t10k-labels-idx1-ubyte.gz",
			"f7ae60f92e00ec6debd23a6088c31dbd2371eca3ffa0defaefb259924204aec6", 4542, "MNIST: their classes", lecun},
		{"fashion_mnist", fashion, "fashion/", "train-images-idx3-ubyte.gz",
			"3aede38d61863908ad78613f6a32ed271626dd12800ba2636569512369268a84", 26421880,
			"Fashion-MNIST: 60,000 pieces of clothing of 28 x 28 pixels", zalando},
		{"fashion_mnist", fashion, "fashion/", "train-labels-idx1-ubyte.gz",
			"a04f17134ac03560a47e3764e11b92fc97de4d1bfaf8ba1a3aa29af54cc90845", 29515,
			"Fashion-MNIST: their classes, 0 to 9", zalando},
		{"fashion_mnist", fashion, "fashion/", "t10k-images-idx3-ubyte.gz",
			"346e55b948d973a97e58d2351dde16a484bd415d4595297633bb08f03db6a073", 4422102,
			"Fashion-MNIST: 10,000 test images", zalando},
		{"fashion_mnist", fashion, "fashion/", "t10k-labels-idx1-ubyte.gz",
			"67da17c76eaffca5446c3361aaab5c3cd6d1c2608764d35dfb1850b086bf8dd5", 5148,
			"Fashion-MNIST: their classes", zalando},
	} {
		part := map[string]string{"train-images-idx3-ubyte.gz": "train_images",
			"train-labels-idx1-ubyte.gz": "train_labels",
			"t10k-images-idx3-ubyte.gz":  "test_images", "t10k-labels-idx1-ubyte.gz": "test_labels"}[f.file]
		files = append(files, File{Name: f.set + "_" + part, Set: f.set, FileName: f.folder + f.file,
			URL:    f.url + f.folder + f.file,
			SHA256: f.sum, Size: f.size, Description: f.description, Source: f.source})
	}
	return files
}
