/** What `grpc-status-details-bin` holds, and the kinds of details that servers put there. */
export const GOOGLE_RPC = `syntax = "proto3";
package google.rpc;

message Status {
  int32 code = 1;
  string message = 2;
  repeated google.protobuf.Any details = 3;
}

message ErrorInfo {
  string reason = 1;
  string domain = 2;
  map<string, string> metadata = 3;
}

message BadRequest {
  message FieldViolation {
    string field = 1;
    string description = 2;
    string reason = 3;
  }
  repeated FieldViolation field_violations = 1;
}

message DebugInfo {
  repeated string stack_entries = 1;
  string detail = 2;
}

message RequestInfo {
  string request_id = 1;
  string serving_data = 2;
}

message ResourceInfo {
  string resource_type = 1;
  string resource_name = 2;
  string owner = 3;
  string description = 4;
}

message RetryInfo {
  google.protobuf.Duration retry_delay = 1;
}

message LocalizedMessage {
  string locale = 1;
  string message = 2;
}

message Help {
  message Link {
    string description = 1;
    string url = 2;
  }
  repeated Link links = 1;
}
`;
