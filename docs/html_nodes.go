package docs

import (
	"bytes"
	"html"
	"strings"

	"github.com/yuin/goldmark/ast"
	tables "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// formulaNode is a formula in a line, $...$.
type formulaNode struct {
	ast.BaseInline
	tex string
}

var formulaKind = ast.NewNodeKind("Formula")

func (*formulaNode) Kind() ast.NodeKind { return formulaKind }

func (n *formulaNode) Dump(source []byte, level int) {
	ast.DumpHelper(n, source, level, map[string]string{"TeX": n.tex}, nil)
}

// displayNode is a formula on lines of its own, between lines $$.
type displayNode struct{ ast.BaseBlock }

var displayKind = ast.NewNodeKind("Display")

func (*displayNode) Kind() ast.NodeKind { return displayKind }

// IsRaw says that its lines are not Markdown.
func (*displayNode) IsRaw() bool { return true }

func (n *displayNode) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

// formulaParser finds formulas in lines.
type formulaParser struct{}

func (formulaParser) Trigger() []byte { return []byte{'$'} }

func (formulaParser) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, _ := block.PeekLine()
	at := mathSpan.FindIndex(line)
	if at == nil || at[0] != 0 || bytes.IndexByte(line[:at[1]], '`') >= 0 { // code goes before formulas
		return nil
	}
	block.Advance(at[1])
	return &formulaNode{tex: string(line[1 : at[1]-1])}
}

// displayParser finds formulas between lines $$.
type displayParser struct{}

func isDisplayMark(line []byte) bool { return string(bytes.TrimSpace(line)) == "$$" }

func (displayParser) Trigger() []byte { return []byte{'$'} }

func (displayParser) Open(_ ast.Node, reader text.Reader, _ parser.Context) (ast.Node, parser.State) {
	if line, _ := reader.PeekLine(); !isDisplayMark(line) {
		return nil, parser.NoChildren
	}
	return &displayNode{}, parser.NoChildren
}

func (displayParser) Continue(node ast.Node, reader text.Reader, _ parser.Context) parser.State {
	line, segment := reader.PeekLine()
	reader.AdvanceToEOL()
	if isDisplayMark(line) {
		return parser.Close
	}
	node.Lines().Append(segment)
	return parser.Continue | parser.NoChildren
}

func (displayParser) Close(ast.Node, text.Reader, parser.Context) {}

func (displayParser) CanInterruptParagraph() bool { return true }

func (displayParser) CanAcceptIndentedLine() bool { return false }

// ours writes what goldmark writes otherwise, or not at all.
type ours struct{}

func (ours) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(formulaKind, func(w util.BufWriter, _ []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			writeFormula(w, "span", node.(*formulaNode).tex)
		}
		return ast.WalkContinue, nil
	})
	r.Register(displayKind, func(w util.BufWriter, source []byte, node ast.Node,
		entering bool) (ast.WalkStatus, error) {
		if entering {
			writeFormula(w, "div", strings.TrimSpace(string(node.Lines().Value(source))))
			_ = w.WriteByte('\n')
		}
		return ast.WalkContinue, nil
	})
	r.Register(tables.KindTable, func(w util.BufWriter, _ []byte, _ ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			_, _ = w.WriteString("<div class=\"scroll\"><table>\n") // Render returns a writer's error
		} else {
			_, _ = w.WriteString("</table></div>\n")
		}
		return ast.WalkContinue, nil
	})
	r.Register(ast.KindHTMLBlock, func(w util.BufWriter, source []byte, node ast.Node,
		entering bool) (ast.WalkStatus, error) {
		block := node.(*ast.HTMLBlock)
		if block.HTMLBlockType == ast.HTMLBlockType2 || !entering { // a comment
			return ast.WalkContinue, nil
		}
		_, _ = w.WriteString("<p>" + html.EscapeString(string(block.Lines().Value(source))))
		if block.HasClosure() {
			_, _ = w.WriteString(html.EscapeString(string(block.ClosureLine.Value(source))))
		}
		_, _ = w.WriteString("</p>\n")
		return ast.WalkContinue, nil
	})
	r.Register(ast.KindRawHTML, func(w util.BufWriter, source []byte, node ast.Node,
		entering bool) (ast.WalkStatus, error) {
		said := string(node.(*ast.RawHTML).Segments.Value(source))
		if entering && !strings.HasPrefix(said, "<!--") {
			_, _ = w.WriteString(html.EscapeString(said))
		}
		return ast.WalkSkipChildren, nil
	})
}
