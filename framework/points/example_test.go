package points_test

import (
	"fmt"
	"log"
	"strings"

	"ebim/framework/points"
)

func ExampleReadCSV() {
	table := `
# magnitude, latitude, longitude
4.5, 35.7, 139.7
6.1, -33.4, -70.7
`
	set, err := points.ReadCSV(strings.NewReader(table), points.TableOptions{Comment: '#', Columns: []string{"1", "2"}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(set.Len(), "points of R^"+fmt.Sprint(set.Dim)+", the second one", set.At(1))

	_, err = points.ReadCSV(strings.NewReader("x,y\n1,2\n3,north\n"), points.TableOptions{})
	fmt.Println(err)
	// Output:
	// 2 points of R^2, the second one [-33.4 -70.7]
	// line 3, column 1 (y): found "north": this is not a number
}

// Views share the set's storage; copies do not.
func ExampleSet() {
	set, err := points.FromRows([][]float64{{0, 0}, {1, 0}, {1, 1}, {0, 1}})
	if err != nil {
		log.Fatal(err)
	}
	lower, odd := set.Slice(0, 2), set.Select([]int{1, 3})
	set.At(1)[0] = 5
	fmt.Println(lower.At(1), odd.At(0))
	// Output:
	// [5 0] [1 0]
}
