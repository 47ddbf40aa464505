package registry

// Kinds is everything that an experiment may name. Each kind's list stands in its own file.
var Kinds = []Kind{dataKind, networkKind, manifoldLossKind, energyLossKind, autoencoderLossKind,
	ambientSamplerKind, constrainedSamplerKind, negativeSamplerKind, solverKind, optimizerKind, scheduleKind,
	modelKind, metricKind, figureKind}
