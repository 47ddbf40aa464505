package network

// Cost is how much memory a network takes, counted from its settings alone. Counts are float64, so that absurd
// settings can't overflow them.
type Cost struct {
	Parameters  float64 // numbers
	Activations float64 // numbers that one evaluation makes for each row of its input
	Setting     string  // below the network, the one with the largest share, such as "hidden"
}

// Costed is a network that states its cost without drawing its parameters.
type Costed interface {
	// Cost is that of a function from R^in to R^out.
	Cost(in, out int) Cost
}

// CostOf returns the cost of a function from R^in to R^out; nothing for a network that is not Costed.
func CostOf(n Network, in, out int) Cost {
	if costed, ok := n.(Costed); ok {
		return costed.Cost(in, out)
	}
	return Cost{}
}

// PerUnit is the numbers that a hidden unit makes for each row: its sum, its value and its derivative.
const PerUnit = 3

// Cost implements Costed.
func (m *MLP) Cost(in, out int) Cost {
	cost := Cost{Setting: "hidden"}
	before := float64(in)
	for _, width := range m.Hidden {
		cost.Parameters += (before + 1) * float64(width)
		cost.Activations += PerUnit * float64(width)
		before = float64(width)
	}
	cost.Parameters += (before + 1) * float64(out)
	cost.Activations += float64(out)
	return cost
}

// Cost implements Costed.
func (f *FourierMLP) Cost(in, out int) Cost {
	width := 2 * f.Features
	if f.IncludeInput {
		width += in
	}
	cost := f.perceptron().Cost(width, out)
	features := float64(f.Features) * float64(in)
	if features > cost.Parameters/2 {
		cost.Setting = "features"
	}
	cost.Parameters += features
	cost.Activations += float64(f.Features + width)
	return cost
}

// Cost implements Costed.
func (f *InjectiveFlow) Cost(in, out int) Cost {
	cost := Cost{Parameters: float64(out), Setting: "hidden"}
	for k := range min(f.Layers, 2) { // couplings alternate between two splits
		passive, active := f.split(k, in)
		one := f.conditioner().Cost(len(passive), 2*len(active))
		count := float64((f.Layers - k + 1) / 2)
		cost.Parameters += count * (one.Parameters + 1)
		cost.Activations += count * (one.Activations + PerUnit*float64(in))
	}
	return cost
}

var (
	_ Costed = (*MLP)(nil)
	_ Costed = (*FourierMLP)(nil)
	_ Costed = (*InjectiveFlow)(nil)
)
