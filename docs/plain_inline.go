package docs

import (
	"fmt"
	"path"
	"regexp"
	"strconv"
	"strings"
)

var (
	codeSpan   = regexp.MustCompile("``.+?``|`[^`]+`")
	mathSpan   = regexp.MustCompile(`\$[^$\s](?:[^$]*[^$\s])?\$`)
	imageSpan  = regexp.MustCompile(`!\[([^\]]*)\]\([^)]+\)`)
	linkSpan   = regexp.MustCompile(`\[([^\]]+)\]\(([^)\s]+)\)`)
	boldSpan   = regexp.MustCompile(`\*\*(\S(?:.*?\S)?)\*\*`)
	italicSpan = regexp.MustCompile(`\*(\S(?:[^*]*\S)?)\*`)
	keptSpan   = regexp.MustCompile("\x02([0-9]+)\x03")
)

// inline writes a paragraph's text: code as it is, formulas in Unicode, links with what to ask for, no marks of emphasis.
func (p *plain) inline(text string) string {
	var kept []string
	keep := func(s string) string {
		kept = append(kept, s)
		return fmt.Sprintf("\x02%d\x03", len(kept)-1)
	}
	text = codeSpan.ReplaceAllStringFunc(text, keep)
	text = mathSpan.ReplaceAllStringFunc(text, func(s string) string { return keep(formula(strings.Trim(s, "$"))) })
	text = imageSpan.ReplaceAllString(text, "[picture: $1]")
	text = linkSpan.ReplaceAllStringFunc(text, func(s string) string {
		match := linkSpan.FindStringSubmatch(s)
		return match[1] + p.target(match[2])
	})
	text = boldSpan.ReplaceAllString(text, "$1")
	text = italicSpan.ReplaceAllString(text, "$1")
	text = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;", "&").Replace(text)
	return keptSpan.ReplaceAllStringFunc(text, func(s string) string {
		i, _ := strconv.Atoi(strings.Trim(s, "\x02\x03"))
		return kept[i]
	})
}

// target says after a link's text where it leads: to another page, to a file of the repository, or to an address.
func (p *plain) target(link string) string {
	link, _, _ = strings.Cut(link, "#")
	if link == "" {
		return ""
	}
	if strings.Contains(link, "://") {
		return " (" + link + ")"
	}
	file := path.Join("docs", p.folder, link)
	if page, ok := strings.CutPrefix(file, "docs/"); ok && strings.HasSuffix(page, ".md") {
		return " (ebim docs " + strings.TrimSuffix(strings.TrimSuffix(page, ".md"), "/README") + ")"
	}
	return " (" + file + ")"
}

// symbols are commands of formulas and what stands for them in plain text.
var symbols = strings.NewReplacer(`\left`, "", `\right`, "", `\qquad`, "    ", `\quad`, "  ", `\,`, " ", `\;`, " ", `\!`, "", `\ `, " ", `\|`, "|",
	`\lVert`, "|", `\rVert`, "|", `\lvert`, "|", `\rvert`, "|", `\langle`, "<", `\rangle`, ">",
	`\alpha`, "α", `\beta`, "β", `\gamma`, "γ", `\delta`, "δ", `\Delta`, "Δ", `\varepsilon`, "ε", `\epsilon`, "ε", `\eta`, "η", `\theta`, "θ", `\kappa`, "κ",
	`\lambda`, "λ", `\mu`, "μ", `\nu`, "ν", `\xi`, "ξ", `\pi`, "π", `\rho`, "ρ", `\sigma`, "σ", `\tau`, "τ", `\phi`, "φ", `\chi`, "χ", `\psi`, "ψ", `\omega`, "ω",
	`\nabla`, "∇", `\partial`, "∂", `\int`, "∫", `\sum`, "Σ", `\prod`, "Π", `\infty`, "∞", `\times`, "×", `\cdot`, "·", `\pm`, "±", `\otimes`, "⊗",
	`\leq`, "≤", `\geq`, "≥", `\le`, "≤", `\ge`, "≥", `\neq`, "≠", `\ne`, "≠", `\approx`, "≈", `\sim`, "~", `\propto`, "∝", `\in`, "∈", `\cup`, "∪", `\cap`, "∩",
	`\top`, "T", `\to`, "→", `\mapsto`, "↦", `\mid`, "|", `\circ`, "∘", `\ldots`, "...", `\dots`, "...", `\ell`, "l", `\{`, "{", `\}`, "}", `\#`, "#", `\%`, "%", `\_`, "_",
	`\log`, "log", `\exp`, "exp", `\min`, "min", `\max`, "max", `\det`, "det", `\dim`, "dim", `\arg`, "arg", `\\`, "", `&`, "")

var (
	fraction  = regexp.MustCompile(`\\frac\{([^{}]*)\}\{([^{}]*)\}`)
	styled    = regexp.MustCompile(`\\(?:mathbb|mathcal|mathrm|mathbf|text|operatorname|hat|bar)\{([^{}]*)\}`)
	tilde     = regexp.MustCompile(`\\tilde\{?\s*([^{}\s])\}?`)
	root      = regexp.MustCompile(`\\sqrt\{([^{}]*)\}`)
	scripted  = regexp.MustCompile(`([_^])\{([^{}]*)\}`)
	oneSymbol = regexp.MustCompile(`^(?:\S|\\[a-zA-Z]+)$`)
)

// formula writes a formula of TeX as text: x_i^2, sqrt(d), (a + b)/c. What it does not know stays as it is.
func formula(tex string) string {
	group := func(s string) string {
		if oneSymbol.MatchString(s) {
			return s
		}
		return "(" + s + ")"
	}
	for range 8 { // from the innermost braces outward
		before := tex
		tex = styled.ReplaceAllString(tex, "$1")
		tex = tilde.ReplaceAllString(tex, "$1~")
		tex = root.ReplaceAllString(tex, "sqrt($1)")
		tex = scripted.ReplaceAllStringFunc(tex, func(s string) string {
			match := scripted.FindStringSubmatch(s)
			return match[1] + group(strings.TrimSpace(match[2]))
		})
		tex = fraction.ReplaceAllStringFunc(tex, func(s string) string {
			match := fraction.FindStringSubmatch(s)
			return group(match[1]) + "/" + group(match[2])
		})
		if tex == before {
			break
		}
	}
	return symbols.Replace(tex)
}
