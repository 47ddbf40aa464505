package mlflow

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

// Timeout bounds a request.
const Timeout = 10 * time.Second

// mostAnswerBytes bounds what is read of an answer.
const mostAnswerBytes = 32 << 20

// Client speaks with a tracking server. It is safe for concurrent use.
type Client struct {
	base *url.URL
	http *http.Client
	// user and password are empty for none, as is a bearer's token.
	user, password, token string

	mutex       sync.Mutex
	experiments map[string]string // ids by name
}

// Check returns what is wrong with a server's address, nil for http://host:port and the like.
func Check(address string) error {
	u, err := url.Parse(address)
	switch {
	case err != nil:
		return errors.New("it is no URL")
	case u.Scheme != "http" && u.Scheme != "https":
		return fmt.Errorf("its scheme is %q", u.Scheme)
	case u.Host == "":
		return errors.New("it names no host")
	case u.User != nil:
		return errors.New("it holds a user's name; give that by MLFLOW_TRACKING_USERNAME and MLFLOW_TRACKING_PASSWORD, or MLFLOW_TRACKING_TOKEN")
	case u.RawQuery != "" || u.Fragment != "":
		return errors.New("it goes on after its path")
	}
	return nil
}

// New returns a client of the server with an address that Check accepts. The environment gives a name and a password, or a token, as for
// MLflow's own clients.
func New(address string, environment func(name string) string) (*Client, error) {
	if err := Check(address); err != nil {
		return nil, fmt.Errorf("the MLflow server's address %q can't be used: %w", address, err)
	}
	base, err := url.Parse(strings.TrimRight(address, "/"))
	if err != nil {
		return nil, err
	}
	c := &Client{base: base, http: &http.Client{Timeout: Timeout}, experiments: map[string]string{},
		user: environment("MLFLOW_TRACKING_USERNAME"), password: environment("MLFLOW_TRACKING_PASSWORD"), token: environment("MLFLOW_TRACKING_TOKEN")}
	return c, nil
}

// Error is a server's refusal.
type Error struct {
	Status  int    // of HTTP
	Code    string // MLflow's, such as RESOURCE_DOES_NOT_EXIST; empty where the answer has none
	Message string
}

func (e *Error) Error() string {
	text := fmt.Sprintf("the server answers %d %s", e.Status, http.StatusText(e.Status))
	if e.Code != "" {
		text += ", " + e.Code
	}
	if e.Message != "" {
		text += ": " + e.Message
	}
	return text
}

// Codes of MLflow that are acted on.
const (
	notThere = "RESOURCE_DOES_NOT_EXIST"
	exists   = "RESOURCE_ALREADY_EXISTS"
)

// refused reports whether an error is a server's refusal with a code.
func refused(err error, code string) bool {
	var e *Error
	return errors.As(err, &e) && e.Code == code
}

// Down reports whether an error tells of the server, rather than of what it was sent.
func Down(err error) bool {
	var e *Error
	if !errors.As(err, &e) {
		return err != nil
	}
	return e.Status >= 500 || e.Status == http.StatusTooManyRequests || e.Status == http.StatusUnauthorized || e.Status == http.StatusForbidden || e.Code == ""
}

// get asks for a resource of MLflow's.
func (c *Client) get(ctx context.Context, what string, query url.Values, into any) error {
	u := c.base.JoinPath("api/2.0/mlflow", what)
	u.RawQuery = query.Encode()
	return c.do(ctx, http.MethodGet, u, "", nil, into)
}

// post sends JSON.
func (c *Client) post(ctx context.Context, what string, message, into any) error {
	body, err := json.Marshal(message)
	if err != nil {
		return err
	}
	return c.do(ctx, http.MethodPost, c.base.JoinPath("api/2.0/mlflow", what), "application/json", body, into)
}

// do makes a request; the answer is not looked at if it has nowhere to go.
func (c *Client) do(ctx context.Context, method string, u *url.URL, kind string, body []byte, into any) error {
	request, err := http.NewRequestWithContext(ctx, method, u.String(), bytes.NewReader(body))
	if err != nil {
		return err
	}
	if kind != "" {
		request.Header.Set("Content-Type", kind)
	}
	switch {
	case c.user != "":
		request.SetBasicAuth(c.user, c.password)
	case c.token != "":
		request.Header.Set("Authorization", "Bearer "+c.token)
	}
	answer, err := c.http.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(answer.Body, mostAnswerBytes))
	if err != nil {
		return err
	}
	if answer.StatusCode != http.StatusOK {
		return refusal(answer.StatusCode, text)
	}
	if into == nil {
		return nil
	}
	if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("the server's answer to %s is not MLflow's: %q", u.Path, clip(string(text), 60))
	}
	return nil
}

// refusal reads MLflow's words from an answer, where it has them.
func refusal(status int, text []byte) *Error {
	var words struct {
		Code    string `json:"error_code"`
		Message string `json:"message"`
	}
	const most = 300
	if json.Unmarshal(text, &words) != nil || words.Code == "" {
		return &Error{Status: status}
	}
	return &Error{Status: status, Code: words.Code, Message: clip(words.Message, most)}
}
