package progress

import (
	"fmt"
	"io"
	"strings"
	"time"

	"ebim/framework/plaintext"
)

// NewBars returns a reporter that redraws one line per running stage at the bottom of a terminal, ten times a second at
// most. size gives the terminal's columns and rows. Ended stages and messages scroll up above the redrawn lines.
func NewBars(w io.Writer, clock Clock, size func() (width, height int)) Reporter {
	return &board{out: w, clock: clock, every: 100 * time.Millisecond, size: size}
}

// NewLines returns a reporter that writes one plain line per running stage every 10 s, and one when it ends (see Task).
func NewLines(w io.Writer, clock Clock) Reporter {
	return &board{out: w, clock: clock, every: 10 * time.Second, first: 10 * time.Second}
}

// redraw writes a text that stays, if any, and on a terminal the running tasks below it. Everything goes out in one
// write so that the lines never flicker. Write errors are ignored: a closed terminal must not stop a training.
func (b *board) redraw(text string) {
	if b.closed {
		return
	}
	var out strings.Builder
	if b.drawn > 0 {
		fmt.Fprintf(&out, "\x1b[%dA\r\x1b[J", b.drawn) // up to the first live line, clear to the screen's end
		b.drawn = 0
	}
	if text != "" {
		out.WriteString(plaintext.Lines(text) + "\n")
	}
	if b.size != nil {
		b.draw(&out)
	}
	if out.Len() > 0 {
		_, _ = io.WriteString(b.out, out.String())
	}
}

// draw writes the live lines, cut to the terminal's width: a line that wraps would spoil the count of lines to go up.
func (b *board) draw(out *strings.Builder) {
	now := b.clock()
	width, height := b.size()
	if b.whole != nil { // below the others
		height--
		defer func() {
			fmt.Fprintf(out, "%s\n", cut(b.whole.bar(now), width-1))
			b.drawn++
		}()
	}
	for i, t := range b.tasks {
		line := t.bar(now)
		if more := len(b.tasks) - i; i == max(height-2, 1) && more > 1 {
			fmt.Fprintf(out, "%s\n", cut(fmt.Sprintf("and %d more", more), width-1))
			b.drawn++
			return
		}
		fmt.Fprintf(out, "%s\n", cut(line, width-1))
		b.drawn++
	}
}

// line returns a task's state as plain text.
func (t *task) line(now time.Time) string { return t.text(now, "") }

// bar returns a task's state with a bar.
func (t *task) bar(now time.Time) string {
	const cells = 20
	full := 0
	if t.total > 0 {
		full = min(max(t.done*cells/t.total, 0), cells)
	}
	return t.text(now, strings.Repeat("█", full)+strings.Repeat("░", cells-full))
}

func (t *task) text(now time.Time, bar string) string {
	parts := []string{t.label.String()}
	if bar != "" {
		parts = append(parts, bar)
	}
	switch {
	case !t.counted:
		parts = append(parts, "running")
	case t.total > 0:
		parts = append(parts, fmt.Sprintf("%3d%% %d/%d", t.done*100/t.total, t.done, t.total))
	default:
		parts = append(parts, fmt.Sprintf("step %d", t.done))
	}
	if left, ok := t.left(now); ok { // before the values, which a narrow terminal cuts off
		parts = append(parts, Duration(left)+" left")
	}
	for _, value := range t.values {
		parts = append(parts, fmt.Sprintf("%s %.3g", value.Name, value.Value))
	}
	return strings.Join(parts, "  ")
}

// String returns the label as it is shown: "ebim seed 0 manifold", or the stage alone where there is no model.
func (l Label) String() string {
	if l.Model == "" {
		return l.Stage
	}
	return fmt.Sprintf("%s seed %d %s", l.Model, l.Seed, l.Stage)
}

// Duration writes a time span as a person would: "0.4 s", "12 s", "3 min 05 s", "2 h 10 min".
func Duration(d time.Duration) string {
	whole := d.Round(time.Second)
	minutes, seconds := int(whole/time.Minute), int(whole%time.Minute/time.Second)
	switch {
	case d < 9950*time.Millisecond:
		return fmt.Sprintf("%.1f s", d.Seconds())
	case minutes == 0:
		return fmt.Sprintf("%d s", seconds)
	case minutes < 60:
		return fmt.Sprintf("%d min %02d s", minutes, seconds)
	}
	return fmt.Sprintf("%d h %02d min", minutes/60, minutes%60)
}

// Seconds writes a time span in seconds as Duration does.
func Seconds(seconds float64) string { return Duration(time.Duration(seconds * float64(time.Second))) }

// cut shortens a line to a number of characters, the last an ellipsis.
func cut(line string, width int) string {
	characters := []rune(line)
	if len(characters) <= width {
		return line
	}
	if width < 1 {
		return ""
	}
	return string(characters[:width-1]) + "…"
}
