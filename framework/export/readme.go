package export

import (
	"fmt"
	"strings"

	"ebim/framework/config"
	"ebim/framework/network"
)

const readmeStart = `%s
%s

What ebim %s has exported. In Python:

    import numpy as np
    p = np.load("FILE.npz")                          # p.files has the names of all arrays
    print(p["README.txt"].decode())                  # this text
    print(p["settings.yaml"].decode())               # the experiment, with every default filled in

Points of the data's space have %d numbers; the model's support has dimension %d. Networks see them standardized,

    (x - p["standardization/mean"]) / p["standardization/scale"],

which is done in double precision (mean 0 and scale 1: as they are). A network's arrays are float32, row-major.
example/NAME/input and example/NAME/output are points, in the data's units, and the function NAME there, as ebim computes it: for
eight training points, and the same points one and a half times as far from their mean. Python in float64 differs from them by rounding.
Of F there is also denoise(x) = x - J(x)^T F(x) as standardized points have it, after a training by denoising the estimate of the point of the data
behind x, and of E its gradient(x), in the data's units.
`

// readme says what an archive holds, and what is made of it.
func readme(functions []*Function, about About) string {
	title := "The model " + about.String()
	var text strings.Builder
	fmt.Fprintf(&text, readmeStart, title, strings.Repeat("=", len(title)), about.Version, about.Ambient, about.Dimension)
	for _, f := range functions {
		heading := fmt.Sprintf("%s(%s)", f.Name, f.Input())
		fmt.Fprintf(&text, "\n%s\n%s\n\n[batch, %d] to [batch, %d]: %s.\n\n%s\nArrays; the network's, in its order:\n\n",
			heading, strings.Repeat("-", len(heading)), f.In, f.Out, f.Meaning(), settings(f.network.Network, about.Catalog))
		if f.Domain != nil {
			fmt.Fprintf(&text, "    %-40s [%d, 2], float64: the box that the model's points lie in, in the units of %s\n", f.Name+"/domain", f.In, f.Input())
		}
		for _, p := range f.network.Parameters {
			fmt.Fprintf(&text, "    %-40s %s\n", f.Name+"/"+p.Name, sizes(p))
		}
		if code := f.python(); code != "" {
			fmt.Fprintf(&text, "\nWith NumPy:\n\n%s", indented(code))
			continue
		}
		fmt.Fprintf(&text, "\nThis takes more than a few lines of NumPy: `ebim export --onnx` writes a file that evaluates it.\n")
	}
	return text.String()
}

// settings are those of a network as a file would have them, with what they mean.
func settings(n network.Network, catalog config.Catalog) string {
	written, err := config.Resolve(catalog, struct {
		Network network.Network `yaml:"network" doc:"architecture"`
	}{n})
	if err != nil { // a combination of networks, which no file declares
		return "The network is made of those of several models.\n"
	}
	return "Its network, which `ebim describe network NAME` explains:\n\n" + indented(string(written))
}

// indented is a text as a block of code.
func indented(text string) string {
	lines := strings.Split(strings.Trim(text, "\n"), "\n")
	for i, line := range lines {
		if line != "" {
			lines[i] = "    " + line
		}
	}
	return strings.Join(lines, "\n") + "\n"
}
