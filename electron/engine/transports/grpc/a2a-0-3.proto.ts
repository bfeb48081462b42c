/** The service of A2A 0.3 (0.3 §3.2.2). */
export const A2A_0_3 = `syntax = "proto3";
package a2a.v1;

import "google/api/field_behavior.proto";
import "google/protobuf/empty.proto";
import "google/protobuf/struct.proto";
import "google/protobuf/timestamp.proto";

service A2AService {
  rpc SendMessage(SendMessageRequest) returns (SendMessageResponse);
  rpc SendStreamingMessage(SendMessageRequest) returns (stream StreamResponse);
  rpc GetTask(GetTaskRequest) returns (Task);
  rpc CancelTask(CancelTaskRequest) returns (Task);
  rpc TaskSubscription(TaskSubscriptionRequest) returns (stream StreamResponse);
  rpc CreateTaskPushNotificationConfig(CreateTaskPushNotificationConfigRequest) returns (TaskPushNotificationConfig);
  rpc GetTaskPushNotificationConfig(GetTaskPushNotificationConfigRequest) returns (TaskPushNotificationConfig);
  rpc ListTaskPushNotificationConfig(ListTaskPushNotificationConfigRequest) returns (ListTaskPushNotificationConfigResponse);
  rpc DeleteTaskPushNotificationConfig(DeleteTaskPushNotificationConfigRequest) returns (google.protobuf.Empty);
  rpc GetAgentCard(GetAgentCardRequest) returns (AgentCard);
}

message SendMessageRequest {
  Message request = 1 [(google.api.field_behavior) = REQUIRED, json_name = "message"];
  SendMessageConfiguration configuration = 2;
  google.protobuf.Struct metadata = 3;
}

message SendMessageConfiguration {
  repeated string accepted_output_modes = 1;
  PushNotificationConfig push_notification = 2;
  int32 history_length = 3;
  bool blocking = 4;
}

message SendMessageResponse {
  oneof payload {
    Task task = 1;
    Message msg = 2 [json_name = "message"];
  }
}

message StreamResponse {
  oneof payload {
    Task task = 1;
    Message msg = 2 [json_name = "message"];
    TaskStatusUpdateEvent status_update = 3;
    TaskArtifactUpdateEvent artifact_update = 4;
  }
}

message GetTaskRequest {
  string name = 1;
  int32 history_length = 2;
}

message CancelTaskRequest {
  string name = 1;
}

message TaskSubscriptionRequest {
  string name = 1;
}

message CreateTaskPushNotificationConfigRequest {
  string parent = 1;
  string config_id = 2;
  TaskPushNotificationConfig config = 3;
}

message GetTaskPushNotificationConfigRequest {
  string name = 1;
}

message ListTaskPushNotificationConfigRequest {
  string parent = 1;
  int32 page_size = 2;
  string page_token = 3;
}

message ListTaskPushNotificationConfigResponse {
  repeated TaskPushNotificationConfig configs = 1;
  string next_page_token = 2;
}

message DeleteTaskPushNotificationConfigRequest {
  string name = 1;
}

message GetAgentCardRequest {}

message TaskPushNotificationConfig {
  string name = 1;
  PushNotificationConfig push_notification_config = 2;
}

message PushNotificationConfig {
  string id = 1;
  string url = 2 [(google.api.field_behavior) = REQUIRED];
  string token = 3;
  AuthenticationInfo authentication = 4;
}

message AuthenticationInfo {
  repeated string schemes = 1;
  string credentials = 2;
}

enum TaskState {
  TASK_STATE_UNSPECIFIED = 0;
  TASK_STATE_SUBMITTED = 1;
  TASK_STATE_WORKING = 2;
  TASK_STATE_COMPLETED = 3;
  TASK_STATE_FAILED = 4;
  TASK_STATE_CANCELLED = 5;
  TASK_STATE_INPUT_REQUIRED = 6;
  TASK_STATE_REJECTED = 7;
  TASK_STATE_AUTH_REQUIRED = 8;
}

enum Role {
  ROLE_UNSPECIFIED = 0;
  ROLE_USER = 1;
  ROLE_AGENT = 2;
}

message Task {
  string id = 1 [(google.api.field_behavior) = REQUIRED];
  string context_id = 2 [(google.api.field_behavior) = REQUIRED];
  TaskStatus status = 3 [(google.api.field_behavior) = REQUIRED];
  repeated Artifact artifacts = 4;
  repeated Message history = 5;
  google.protobuf.Struct metadata = 6;
}

message TaskStatus {
  TaskState state = 1 [(google.api.field_behavior) = REQUIRED];
  Message update = 2 [json_name = "message"];
  google.protobuf.Timestamp timestamp = 3;
}

message Message {
  string message_id = 1 [(google.api.field_behavior) = REQUIRED];
  string context_id = 2;
  string task_id = 3;
  Role role = 4 [(google.api.field_behavior) = REQUIRED];
  repeated Part content = 5 [(google.api.field_behavior) = REQUIRED];
  google.protobuf.Struct metadata = 6;
  repeated string extensions = 7;
}

message Part {
  oneof part {
    string text = 1;
    FilePart file = 2;
    DataPart data = 3;
  }
  google.protobuf.Struct metadata = 4;
}

message FilePart {
  oneof file {
    string file_with_uri = 1;
    bytes file_with_bytes = 2;
  }
  string mime_type = 3;
  string name = 4;
}

message DataPart {
  google.protobuf.Struct data = 1;
}

message Artifact {
  string artifact_id = 1 [(google.api.field_behavior) = REQUIRED];
  string name = 3;
  string description = 4;
  repeated Part parts = 5 [(google.api.field_behavior) = REQUIRED];
  google.protobuf.Struct metadata = 6;
  repeated string extensions = 7;
}

message TaskStatusUpdateEvent {
  string task_id = 1 [(google.api.field_behavior) = REQUIRED];
  string context_id = 2 [(google.api.field_behavior) = REQUIRED];
  TaskStatus status = 3 [(google.api.field_behavior) = REQUIRED];
  bool final = 4;
  google.protobuf.Struct metadata = 5;
}

message TaskArtifactUpdateEvent {
  string task_id = 1 [(google.api.field_behavior) = REQUIRED];
  string context_id = 2 [(google.api.field_behavior) = REQUIRED];
  Artifact artifact = 3 [(google.api.field_behavior) = REQUIRED];
  bool append = 4;
  bool last_chunk = 5;
  google.protobuf.Struct metadata = 6;
}

message AgentCard {
  string name = 1 [(google.api.field_behavior) = REQUIRED];
  string description = 2 [(google.api.field_behavior) = REQUIRED];
  string url = 3 [(google.api.field_behavior) = REQUIRED];
  AgentProvider provider = 4;
  string version = 5 [(google.api.field_behavior) = REQUIRED];
  string documentation_url = 6;
  AgentCapabilities capabilities = 7 [(google.api.field_behavior) = REQUIRED];
  map<string, SecurityScheme> security_schemes = 8;
  repeated Security security = 9;
  repeated string default_input_modes = 10 [(google.api.field_behavior) = REQUIRED];
  repeated string default_output_modes = 11 [(google.api.field_behavior) = REQUIRED];
  repeated AgentSkill skills = 12 [(google.api.field_behavior) = REQUIRED];
  bool supports_authenticated_extended_card = 13;
  string preferred_transport = 14;
  repeated AgentInterface additional_interfaces = 15;
  string protocol_version = 16 [(google.api.field_behavior) = REQUIRED];
  repeated AgentCardSignature signatures = 17;
  string icon_url = 18;
}

message AgentInterface {
  string url = 1 [(google.api.field_behavior) = REQUIRED];
  string transport = 2 [(google.api.field_behavior) = REQUIRED];
}

message AgentProvider {
  string url = 1 [(google.api.field_behavior) = REQUIRED];
  string organization = 2 [(google.api.field_behavior) = REQUIRED];
}

message AgentCapabilities {
  bool streaming = 1;
  bool push_notifications = 2;
  repeated AgentExtension extensions = 3;
}

message AgentExtension {
  string uri = 1;
  string description = 2;
  bool required = 3;
  google.protobuf.Struct params = 4;
}

message AgentSkill {
  string id = 1 [(google.api.field_behavior) = REQUIRED];
  string name = 2 [(google.api.field_behavior) = REQUIRED];
  string description = 3 [(google.api.field_behavior) = REQUIRED];
  repeated string tags = 4 [(google.api.field_behavior) = REQUIRED];
  repeated string examples = 5;
  repeated string input_modes = 6;
  repeated string output_modes = 7;
  repeated Security security = 8;
}

message AgentCardSignature {
  string protected = 1 [(google.api.field_behavior) = REQUIRED];
  string signature = 2 [(google.api.field_behavior) = REQUIRED];
  google.protobuf.Struct header = 3;
}

message Security {
  map<string, StringList> schemes = 1;
}

message StringList {
  repeated string list = 1;
}

message SecurityScheme {
  oneof scheme {
    APIKeySecurityScheme api_key_security_scheme = 1;
    HTTPAuthSecurityScheme http_auth_security_scheme = 2;
    OAuth2SecurityScheme oauth2_security_scheme = 3;
    OpenIdConnectSecurityScheme open_id_connect_security_scheme = 4;
    MutualTlsSecurityScheme mtls_security_scheme = 5;
  }
}

message APIKeySecurityScheme {
  string description = 1;
  string location = 2 [(google.api.field_behavior) = REQUIRED];
  string name = 3 [(google.api.field_behavior) = REQUIRED];
}

message HTTPAuthSecurityScheme {
  string description = 1;
  string scheme = 2 [(google.api.field_behavior) = REQUIRED];
  string bearer_format = 3;
}

message OAuth2SecurityScheme {
  string description = 1;
  OAuthFlows flows = 2 [(google.api.field_behavior) = REQUIRED];
  string oauth2_metadata_url = 3;
}

message OpenIdConnectSecurityScheme {
  string description = 1;
  string open_id_connect_url = 2 [(google.api.field_behavior) = REQUIRED];
}

message MutualTlsSecurityScheme {
  string description = 1;
}

message OAuthFlows {
  oneof flow {
    AuthorizationCodeOAuthFlow authorization_code = 1;
    ClientCredentialsOAuthFlow client_credentials = 2;
    ImplicitOAuthFlow implicit = 3;
    PasswordOAuthFlow password = 4;
  }
}

message AuthorizationCodeOAuthFlow {
  string authorization_url = 1;
  string token_url = 2;
  string refresh_url = 3;
  map<string, string> scopes = 4;
}

message ClientCredentialsOAuthFlow {
  string token_url = 1;
  string refresh_url = 2;
  map<string, string> scopes = 3;
}

message ImplicitOAuthFlow {
  string authorization_url = 1;
  string refresh_url = 2;
  map<string, string> scopes = 3;
}

message PasswordOAuthFlow {
  string token_url = 1;
  string refresh_url = 2;
  map<string, string> scopes = 3;
}
`;
