// Package registry lists what an experiment's YAML may name: kinds of components, one list a kind. From the settings
// structs it derives descriptions (ebim describe, ebim list) and the JSON schema that editors complete from.
//
// To add a component, write its struct and its test in the framework or in metrics, and list it here in its kind's
// file. A list is data: nothing in this package knows a component by name. New checks the lists once, at start: names
// and types are unique, and every component implements its kind's interface. A program of your own adds components to
// Kinds with Add, and passes what New returns wherever a config.Catalog is asked for.
package registry
