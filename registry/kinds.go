package registry

// Kinds is everything that an experiment may name. Each kind's list stands in its own file.
var Kinds = []Kind{dataKind, networkKind, lossKind, samplerKind, solverKind, optimizerKind, scheduleKind, modelKind, metricKind, figureKind, recordsFigureKind}
