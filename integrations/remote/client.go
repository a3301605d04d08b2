package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"sync/atomic"

	re "github.com/bazelbuild/remote-apis/build/bazel/remote/execution/v2"
	"google.golang.org/genproto/googleapis/bytestream"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
)

// This file moves blobs to and from the content-addressable storage.

// Sizes of messages: gRPC refuses those of more than 4 MiB unless told otherwise.
const (
	maxMessage  = 4 << 20
	overhead    = 256 // of a blob in a batch, besides its bytes
	messageHead = 64 << 10
	chunk       = 1 << 20
	maxDigests  = 10_000 // in a question for missing ones
)

// client talks to one instance of a server.
type client struct {
	instance string
	headers  metadata.MD
	retry    backoff

	capabilities re.CapabilitiesClient
	cas          re.ContentAddressableStorageClient
	bytes        bytestream.ByteStreamClient
	cache        re.ActionCacheClient
	execution    re.ExecutionClient

	batch int64 // bytes of blobs in a message, at most

	uploaded, uploadedBytes, downloadedBytes atomic.Int64
}

func newClient(conn grpc.ClientConnInterface, instance string, headers metadata.MD, retry backoff) *client {
	return &client{instance: instance, headers: headers, retry: retry,
		capabilities: re.NewCapabilitiesClient(conn), cas: re.NewContentAddressableStorageClient(conn),
		bytes: bytestream.NewByteStreamClient(conn), cache: re.NewActionCacheClient(conn),
		execution: re.NewExecutionClient(conn), batch: maxMessage - messageHead}
}

// with returns a context with the headers of a call about an action.
func (c *client) with(ctx context.Context, actionID string) context.Context {
	md := c.headers.Copy()
	if md == nil {
		md = metadata.MD{}
	}
	about, err := proto.Marshal(&re.RequestMetadata{ActionId: actionID,
		ToolDetails: &re.ToolDetails{ToolName: "ytt-remote"}})
	if err == nil {
		md.Set("build.bazel.remote.execution.v2.requestmetadata-bin", string(about))
	}
	return metadata.NewOutgoingContext(ctx, md)
}

// check asks the server what it can, and refuses one that cannot do what is
// needed.
func (c *client) check(ctx context.Context) error {
	var can *re.ServerCapabilities
	err := c.retry.again(ctx, func() (_ bool, err error) {
		can, err = c.capabilities.GetCapabilities(c.with(ctx, ""), &re.GetCapabilitiesRequest{InstanceName: c.instance})
		return false, err
	})
	if err != nil {
		return fmt.Errorf("the server does not say what it can do: %w", err)
	}
	low, high := can.GetLowApiVersion(), can.GetHighApiVersion()
	if high.GetMajor() != 0 && (low.GetMajor() > 2 || high.GetMajor() < 2) {
		return fmt.Errorf("the server speaks versions %d.%d to %d.%d of the Remote Execution API; this is 2",
			low.GetMajor(), low.GetMinor(), high.GetMajor(), high.GetMinor())
	}
	exec := can.GetExecutionCapabilities()
	if !exec.GetExecEnabled() {
		return fmt.Errorf("the server executes nothing for instance '%s': it is a cache only, or --instance is another one", c.instance)
	}
	for _, known := range [][]re.DigestFunction_Value{can.GetCacheCapabilities().GetDigestFunctions(),
		exec.GetDigestFunctions()} {
		if len(known) > 0 && !slices.Contains(known, re.DigestFunction_SHA256) {
			return fmt.Errorf("the server does not know SHA-256, but %v", known)
		}
	}
	f := exec.GetDigestFunction()
	if len(exec.GetDigestFunctions()) == 0 && f != re.DigestFunction_UNKNOWN && f != re.DigestFunction_SHA256 {
		return fmt.Errorf("the server does not know SHA-256, but %v", f)
	}
	if most := can.GetCacheCapabilities().GetMaxBatchTotalSizeBytes(); most > 0 {
		c.batch = min(c.batch, most)
	}
	return nil
}

// missing returns those of some digests that the server lacks.
func (c *client) missing(ctx context.Context, all []key) (lacks []key, err error) {
	for part := range slices.Chunk(all, maxDigests) {
		request := &re.FindMissingBlobsRequest{InstanceName: c.instance, DigestFunction: re.DigestFunction_SHA256}
		for _, k := range part {
			if k.size > 0 { // empty ones are always there
				request.BlobDigests = append(request.BlobDigests, k.digest())
			}
		}
		err := c.retry.again(ctx, func() (bool, error) {
			got, err := c.cas.FindMissingBlobs(c.with(ctx, ""), request)
			if err == nil {
				for _, d := range got.GetMissingBlobDigests() {
					lacks = append(lacks, keyOf(d))
				}
			}
			return false, err
		})
		if err != nil {
			return nil, err
		}
	}
	return lacks, nil
}

// upload has the server have all of some blobs.
func (c *client) upload(ctx context.Context, blobs map[key]*blob) error {
	all := make([]key, 0, len(blobs))
	for k := range blobs {
		all = append(all, k)
	}
	lacks, err := c.missing(ctx, all)
	if err != nil {
		return fmt.Errorf("asking for missing blobs: %w", err)
	}
	slices.SortFunc(lacks, func(a, b key) int { return int(min(max(a.size-b.size, -1), 1)) })
	var group []*blob
	size := int64(0)
	send := func() error {
		if len(group) == 0 {
			return nil
		}
		err := c.uploadGroup(ctx, group)
		group, size = nil, 0
		return err
	}
	for _, k := range lacks {
		b := blobs[k]
		switch {
		case b == nil:
			return fmt.Errorf("the server asks for the blob %s, which nobody has named", k.hash)
		case k.size+overhead > c.batch:
			err = c.write(ctx, b)
		default:
			if size+k.size+overhead > c.batch {
				err = send()
			}
			group, size = append(group, b), size+k.size+overhead
		}
		if err != nil {
			return err
		}
	}
	return send()
}

// uploadGroup uploads small blobs in one message.
func (c *client) uploadGroup(ctx context.Context, group []*blob) error {
	err := c.retry.again(ctx, func() (bool, error) {
		request := &re.BatchUpdateBlobsRequest{InstanceName: c.instance, DigestFunction: re.DigestFunction_SHA256}
		byKey := map[key]*blob{}
		for _, b := range group {
			data, err := b.bytes()
			if err != nil {
				return false, err
			}
			byKey[b.key] = b
			request.Requests = append(request.Requests,
				&re.BatchUpdateBlobsRequest_Request{Digest: b.digest(), Data: data})
		}
		got, err := c.cas.BatchUpdateBlobs(c.with(ctx, ""), request)
		if err != nil {
			return false, err
		}
		var failed error
		for _, r := range got.GetResponses() {
			k := keyOf(r.GetDigest())
			err := status.ErrorProto(r.GetStatus())
			if err == nil {
				c.uploaded.Add(1)
				c.uploadedBytes.Add(k.size)
				delete(byKey, k)
			} else if failed == nil || !retriable(err) {
				failed = err
			}
		}
		before := len(group)
		group = slices.DeleteFunc(slices.Clone(group), func(b *blob) bool { return byKey[b.key] == nil })
		if failed == nil && len(group) > 0 {
			failed = status.Error(codes.Internal, "the server does not say what became of some blobs")
		}
		return len(group) < before, failed
	})
	if err != nil {
		return fmt.Errorf("uploading %d blobs: %w", len(group), err)
	}
	return nil
}

// write uploads a big blob in pieces. After a failure it goes on where the
// server has got to.
func (c *client) write(ctx context.Context, b *blob) error {
	name := c.name("uploads/" + uuid() + "/blobs/" + b.hash + "/" + strconv.FormatInt(b.size, 10))
	offset, asked := int64(0), true
	err := c.retry.again(ctx, func() (bool, error) {
		before := offset
		if !asked {
			state, err := c.bytes.QueryWriteStatus(c.with(ctx, ""),
				&bytestream.QueryWriteStatusRequest{ResourceName: name})
			switch {
			case err == nil && state.GetComplete():
				return true, nil
			case err == nil && state.GetCommittedSize() <= b.size:
				offset = state.GetCommittedSize()
			case err != nil && retriable(err):
				return false, err
			default: // it has forgotten the upload, or cannot tell
				offset = 0
			}
		}
		asked = false
		return offset > before, c.writeFrom(ctx, name, b, offset)
	})
	if err != nil {
		return fmt.Errorf("uploading %s: %w", b.file, err)
	}
	c.uploaded.Add(1)
	c.uploadedBytes.Add(b.size)
	return nil
}

func (c *client) writeFrom(ctx context.Context, name string, b *blob, offset int64) error {
	r, err := b.open(offset)
	if err != nil {
		return err
	}
	defer r.Close()
	ctx, cancel := context.WithCancel(c.with(ctx, ""))
	defer cancel()
	stream, err := c.bytes.Write(ctx)
	if err != nil {
		return err
	}
	buffer := make([]byte, min(chunk, b.size))
	for offset < b.size {
		n, err := io.ReadFull(r, buffer[:min(int64(len(buffer)), b.size-offset)])
		if err != nil {
			return fmt.Errorf("'%s' has changed since it was planned: plan again", b.file) // it is shorter
		}
		err = stream.Send(&bytestream.WriteRequest{ResourceName: name, WriteOffset: offset,
			FinishWrite: offset+int64(n) == b.size, Data: buffer[:n]})
		if err != nil {
			if errors.Is(err, io.EOF) { // the answer says why
				break
			}
			return err
		}
		name = "" // the first message has it
		offset += int64(n)
	}
	got, err := stream.CloseAndRecv()
	if err != nil {
		return err
	}
	if got.GetCommittedSize() != b.size {
		return status.Errorf(codes.Internal, "the server has %d of %d bytes", got.GetCommittedSize(), b.size)
	}
	return nil
}

// download gets blobs, and gives each to a function, in no order. What is not
// what its digest says is an error.
func (c *client) download(ctx context.Context, keys []key, each func(key, []byte) error) error {
	var group []key
	size := int64(0)
	take := func() error {
		if len(group) == 0 {
			return nil
		}
		err := c.downloadGroup(ctx, group, each)
		group, size = nil, 0
		return err
	}
	for _, k := range keys {
		var err error
		switch {
		case k.size == 0:
			err = each(k, nil)
		case k.size+overhead > c.batch:
			var data []byte
			if data, err = c.read(ctx, k); err == nil {
				err = c.got(k, data, each)
			}
		default:
			if size+k.size+overhead > c.batch {
				err = take()
			}
			group, size = append(group, k), size+k.size+overhead
		}
		if err != nil {
			return err
		}
	}
	return take()
}

func (c *client) got(k key, data []byte, each func(key, []byte) error) error {
	if digestOf(data) != k {
		return fmt.Errorf("the server gives other bytes than those of the blob %s", k.hash)
	}
	c.downloadedBytes.Add(k.size)
	return each(k, data)
}

func (c *client) downloadGroup(ctx context.Context, group []key, each func(key, []byte) error) error {
	want := map[key]bool{}
	for _, k := range group {
		want[k] = true
	}
	return c.retry.again(ctx, func() (bool, error) {
		request := &re.BatchReadBlobsRequest{InstanceName: c.instance, DigestFunction: re.DigestFunction_SHA256}
		for _, k := range group {
			if want[k] {
				request.Digests = append(request.Digests, k.digest())
			}
		}
		got, err := c.cas.BatchReadBlobs(c.with(ctx, ""), request)
		if err != nil {
			return false, err
		}
		before := len(want)
		var failed error
		for _, r := range got.GetResponses() {
			k := keyOf(r.GetDigest())
			if err := status.ErrorProto(r.GetStatus()); err != nil {
				if failed == nil || !retriable(err) {
					failed = err
				}
				continue
			}
			if !want[k] {
				continue
			}
			if err := c.got(k, r.GetData(), each); err != nil {
				return false, err
			}
			delete(want, k)
		}
		if failed == nil && len(want) > 0 {
			failed = status.Error(codes.Internal, "the server leaves out some blobs")
		}
		return len(want) < before, failed
	})
}

// read gets a big blob. After a failure it goes on where it was.
func (c *client) read(ctx context.Context, k key) (data []byte, err error) {
	name := c.name("blobs/" + k.hash + "/" + strconv.FormatInt(k.size, 10))
	err = c.retry.again(ctx, func() (bool, error) {
		before := len(data)
		ctx, cancel := context.WithCancel(c.with(ctx, ""))
		defer cancel()
		stream, err := c.bytes.Read(ctx, &bytestream.ReadRequest{ResourceName: name, ReadOffset: int64(len(data))})
		for err == nil {
			var got *bytestream.ReadResponse
			if got, err = stream.Recv(); err == nil {
				data = append(data, got.GetData()...)
			}
			if int64(len(data)) > k.size {
				return false, fmt.Errorf("the server gives more bytes than those of the blob %s", k.hash)
			}
		}
		if errors.Is(err, io.EOF) && int64(len(data)) == k.size {
			err = nil
		}
		return len(data) > before, err
	})
	return data, err
}

// name returns the name of a resource of the instance.
func (c *client) name(rest string) string {
	if c.instance == "" {
		return rest
	}
	return c.instance + "/" + rest
}

// uuid returns a random UUID of version 4.
func uuid() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // it never fails
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}
