package docs

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// Plain writes a page's Markdown as text that reads well on a terminal of so many columns: headings are underlined, paragraphs,
// lists and tables are set anew, formulas become Unicode. folder is where the page's links start: "" or "reference".
func Plain(markdown, folder string, width int) string {
	p := &plain{width: max(width, 40), folder: folder}
	lines := strings.Split(strings.ReplaceAll(markdown, "\r\n", "\n"), "\n")
	for len(lines) > 0 {
		lines = lines[p.block(lines):]
	}
	return strings.TrimRight(p.out.String(), "\n") + "\n"
}

// plain is the text so far.
type plain struct {
	out    strings.Builder
	width  int
	folder string
	inList bool // the last block was an item: the next one follows without a blank line
}

var (
	headingLine = regexp.MustCompile(`^(#{1,6}) +(.*)$`)
	itemLine    = regexp.MustCompile(`^( *)([-*]|\d+\.) +(.*)$`)
	ruleLine    = regexp.MustCompile(`^\|[-:| ]+\|$`)
)

// block writes the block that begins with the first line, and returns how many lines it has.
func (p *plain) block(lines []string) int {
	first := strings.TrimRight(lines[0], " ")
	switch {
	case strings.TrimSpace(first) == "":
		return 1
	case strings.HasPrefix(first, "<!--"):
		return through(lines, "-->")
	case strings.HasPrefix(strings.TrimSpace(first), "```"):
		return p.fence(lines, strings.Repeat(" ", indentOf(first)), func(line string) string { return line })
	case first == "$$":
		return p.fence(lines, "", formula)
	case headingLine.MatchString(first):
		p.heading(headingLine.FindStringSubmatch(first))
		return 1
	case strings.HasPrefix(first, "|"):
		return p.table(lines)
	case itemLine.MatchString(first):
		return p.item(lines)
	}
	n := paragraph(lines)
	p.space(false)
	p.wrapped(p.inline(join(lines[:n])), "", "")
	return n
}

// space leaves a blank line before a block, but not between items.
func (p *plain) space(item bool) {
	if p.out.Len() > 0 && !(item && p.inList) {
		p.out.WriteString("\n")
	}
	p.inList = item
}

// through is the number of lines up to one that holds the text.
func through(lines []string, text string) int {
	for i, line := range lines {
		if strings.Contains(line, text) {
			return i + 1
		}
	}
	return len(lines)
}

func indentOf(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// fence writes a block between two fences, four columns in.
func (p *plain) fence(lines []string, indent string, change func(string) string) int {
	p.space(false)
	mark := strings.TrimSpace(lines[0])[:2]
	for i, line := range lines[1:] {
		if strings.HasPrefix(strings.TrimSpace(line), mark) && !strings.Contains(strings.TrimSpace(line), " ") {
			return i + 2
		}
		line = change(strings.TrimPrefix(line, indent))
		p.out.WriteString(strings.TrimRight(indent+"    "+line, " ") + "\n")
	}
	return len(lines)
}

func (p *plain) heading(match []string) {
	p.space(false)
	text := p.inline(match[2])
	p.out.WriteString(text + "\n")
	if level := len(match[1]); level <= 3 {
		p.out.WriteString(strings.Repeat(string("=-~"[level-1]), utf8.RuneCountInString(text)) + "\n")
	}
}

// paragraph is the number of lines up to a blank one or to another block.
func paragraph(lines []string) int {
	for i, line := range lines {
		if t := strings.TrimSpace(line); i > 0 && (t == "" || t == "$$" || strings.HasPrefix(t, "```") || strings.HasPrefix(t, "|") ||
			headingLine.MatchString(t) || itemLine.MatchString(line)) {
			return i
		}
	}
	return len(lines)
}

// item writes one item of a list, whose further lines hang below its text.
func (p *plain) item(lines []string) int {
	match := itemLine.FindStringSubmatch(lines[0])
	n := paragraph(lines)
	text := match[3] + " " + join(lines[1:n])
	p.space(true)
	lead := match[1] + match[2] + " "
	p.wrapped(p.inline(strings.TrimSpace(text)), lead, strings.Repeat(" ", len(lead)))
	return n
}

func join(lines []string) string {
	var words []string
	for _, line := range lines {
		words = append(words, strings.Fields(line)...)
	}
	return strings.Join(words, " ")
}

// wrapped writes a text in lines that fit, the first and the further ones after their indents.
func (p *plain) wrapped(text, first, further string) {
	for i, line := range wrap(text, p.width-len(further)) {
		if i > 0 {
			first = further
		}
		p.out.WriteString(strings.TrimRight(first+line, " ") + "\n")
	}
}

// wrap breaks a text at spaces into lines of at most so many columns; a longer word has a line of its own.
func wrap(text string, width int) []string {
	var lines []string
	line, columns := "", 0
	for _, word := range strings.Fields(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case columns == 0:
			line, columns = word, n
		case columns+1+n > width:
			lines = append(lines, line)
			line, columns = word, n
		default:
			line, columns = line+" "+word, columns+1+n
		}
	}
	return append(lines, line)
}
