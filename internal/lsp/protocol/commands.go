package protocol

import "encoding/json"

// This file holds the types of commands.

type ExecuteCommandParams struct {
	Command   string            `json:"command"`
	Arguments []json.RawMessage `json:"arguments,omitempty"`
}
