package tensorboard

import (
	"maps"
	"math"
	"slices"
	"time"

	"google.golang.org/protobuf/encoding/protowire"
)

// Numbers of fields, of tensorflow/core/util/event.proto, framework/summary.proto and tensorboard/plugins/hparams/plugin_data.proto.
const (
	eventTime, eventStep, eventVersion, eventSummary      = 1, 2, 3, 5
	summaryValue                                          = 1
	valueTag, valueSimple, valueImage, valueMetadata      = 1, 2, 4, 9
	valueTensor                                           = 8
	imageHeight, imageWidth, imageColorspace, imageBytes  = 1, 2, 3, 4
	metadataPlugin                                        = 1
	pluginName, pluginContent                             = 1, 2
	hparamsVersion, hparamsStart, hparamsEnd              = 1, 3, 4
	startHParams, startGroup, startTime                   = 1, 4, 5
	endStatus, endTime                                    = 1, 2
	mapKey, mapValue                                      = 1, 2
	structNumber, structString, structBool                = 2, 3, 4 // of google.protobuf.Value
	tensorType, tensorShape, shapeDimension, dimensionLen = 1, 2, 2, 1
)

// fileVersion is the first event of each file.
const fileVersion = "brain.Event:2"

// Tags of the plugin for hyper-parameters.
const (
	hparamsPlugin   = "hparams"
	sessionStartTag = "_hparams_/session_start_info"
	sessionEndTag   = "_hparams_/session_end_info"
)

// message is a protocol buffer that is being written.
type message []byte

func (m message) number(field protowire.Number, value float64) message {
	m = protowire.AppendTag(m, field, protowire.Fixed64Type)
	return protowire.AppendFixed64(m, math.Float64bits(value))
}

func (m message) single(field protowire.Number, value float32) message {
	m = protowire.AppendTag(m, field, protowire.Fixed32Type)
	return protowire.AppendFixed32(m, math.Float32bits(value))
}

func (m message) whole(field protowire.Number, value int) message {
	m = protowire.AppendTag(m, field, protowire.VarintType)
	return protowire.AppendVarint(m, uint64(value))
}

func (m message) bytes(field protowire.Number, value []byte) message {
	m = protowire.AppendTag(m, field, protowire.BytesType)
	return protowire.AppendBytes(m, value)
}

func (m message) text(field protowire.Number, value string) message {
	return m.bytes(field, []byte(value))
}

// event is an Event with a summary of the given values.
func event(at time.Time, step int, values ...message) message {
	var summary message
	for _, value := range values {
		summary = summary.bytes(summaryValue, value)
	}
	return message(nil).number(eventTime, seconds(at)).whole(eventStep, step).bytes(eventSummary, summary)
}

func versionEvent(at time.Time) message {
	return message(nil).number(eventTime, seconds(at)).text(eventVersion, fileVersion)
}

func seconds(at time.Time) float64 { return float64(at.UnixMicro()) / 1e6 }

func scalarValue(tag string, value float64) message {
	return message(nil).text(valueTag, tag).single(valueSimple, float32(value))
}

// rgba says that an image has four channels.
const rgba = 4

func imageValue(tag string, width, height int, png []byte) message {
	image := message(nil).whole(imageHeight, height).whole(imageWidth, width).whole(imageColorspace, rgba).bytes(imageBytes, png)
	return message(nil).text(valueTag, tag).bytes(valueImage, image)
}

// sessionStart is the value that gives a run's hyper-parameters. Numbers and booleans stay what they are; all else is a text.
func sessionStart(h *HParams, at time.Time) message {
	var start message
	for _, name := range slices.Sorted(maps.Keys(h.Values)) {
		var value message
		switch v := h.Values[name].(type) {
		case float64:
			value = value.number(structNumber, v)
		case int:
			value = value.number(structNumber, float64(v))
		case bool:
			value = value.whole(structBool, int(protowire.EncodeBool(v)))
		case string:
			value = value.text(structString, v)
		}
		start = start.bytes(startHParams, message(nil).text(mapKey, name).bytes(mapValue, value))
	}
	start = start.text(startGroup, h.Group).number(startTime, seconds(at))
	return hparamsValue(sessionStartTag, hparamsStart, start)
}

// Status is how a run ended, as TensorBoard has it.
type Status int

// The statuses of a run.
const (
	Unknown Status = 0
	Success Status = 1
	Failure Status = 2
	Running Status = 3
)

func sessionEnd(status Status, at time.Time) message {
	return hparamsValue(sessionEndTag, hparamsEnd, message(nil).whole(endStatus, int(status)).number(endTime, seconds(at)))
}

// hparamsValue is a value that only has data of the plugin, with an empty tensor beside, as TensorBoard's own writer does.
func hparamsValue(tag string, field protowire.Number, content message) message {
	const float = 1
	data := message(nil).whole(hparamsVersion, 0).bytes(field, content)
	plugin := message(nil).text(pluginName, hparamsPlugin).bytes(pluginContent, data)
	shape := message(nil).bytes(shapeDimension, message(nil).whole(dimensionLen, 0))
	tensor := message(nil).whole(tensorType, float).bytes(tensorShape, shape)
	return message(nil).text(valueTag, tag).bytes(valueTensor, tensor).bytes(valueMetadata, message(nil).bytes(metadataPlugin, plugin))
}
