package stage

// FiguresFolder is where pictures of whole experiments are kept below the root, each experiment's in a folder of its own.
const FiguresFolder = "figures"

// FiguresIndex is the file that lists the pictures of an experiment's folder of figures, as a JSON array of Picture.
const FiguresIndex = "figures.json"

// Picture is an entry of the index.
type Picture struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Seed  *int   `json:"seed,omitempty"`
	File  string `json:"file"`          // PNG, beside the index; beside it the same as SVG
	Key   string `json:"key,omitempty"` // of all that the picture depends on; none for one that shall be drawn again
}
