import type { Family, Step, Turn } from './scenario.ts';
import { artifactChunks, close, cut, speak, working } from './steps.ts';
import { describeFile, think, toolCall, toolCompleted, toolFailed, toolInput, usage } from './trace-metadata.ts';

const FILE_NAME = 'network.yaml';

const template = `# A small private network.
Description: VPC with one subnet and a security group
Parameters:
  ZoneId:
    Type: String
    Default: zone-a
Resources:
  Vpc:
    Type: Network::VPC
    Properties:
      CidrBlock: 10.0.0.0/16
  Subnet:
    Type: Network::Subnet
    Properties:
      VpcId: { Ref: Vpc }
      ZoneId: { Ref: ZoneId }
      CidrBlock: 10.0.1.0/24
  SecurityGroup:
    Type: Network::SecurityGroup
    Properties:
      VpcId: { Ref: Vpc }
      Ingress:
        - { Protocol: tcp, Port: 443, Source: 0.0.0.0/0 }
Outputs:
  SubnetId:
    Value: { Ref: Subnet }
`;

const listing = 'Directory: .\n\n  README.md (412 B)\n  parameters.json (96 B)\n  modules/';

/** A run like that of a coding agent. */
export const tools: Family = {
  skill: {
    id: 'tool-run',
    name: 'Coding run',
    description:
      'Thinks, calls two tools with streamed arguments, counts tokens, writes a YAML file in chunks and sums up. ' +
      '"failtool" lets the second tool fail.',
    tags: ['tools', 'thinking', 'artifact'],
    examples: ['tools write a network template', 'failtool'],
    outputModes: ['text/plain', 'application/yaml'],
  },
  scenarios: [
    {
      kind: 'task',
      words: ['tools'],
      usage: 'thinking, two tools, token usage, a YAML artifact in chunks and a summary',
      start: successfulRun,
    },
    { kind: 'task', words: ['failtool'], usage: 'the same run, but the second tool fails', start: failingRun },
  ],
};

function* successfulRun(turn: Turn): Generator<Step> {
  yield* lookAround(turn);
  const writing = toolCall(turn, 'write_file', { path: FILE_NAME, content: template, overwrite: false });
  yield* toolInput(writing, 8);
  yield usage(1_904, 318);
  const head = { artifactId: turn.newId(), name: FILE_NAME, description: 'The template that was written.' };
  yield* artifactChunks(head, 'application/yaml', cut(template, 5));
  const size = Buffer.byteLength(template);
  const file = describeFile(head.artifactId, FILE_NAME, 'application/yaml', template);
  yield toolCompleted(writing, `Wrote ${size} bytes to ${FILE_NAME}.`, file);
  yield* speak(turn, [
    'The template is ready: ',
    'one VPC, ',
    'one subnet ',
    'and a security group ',
    'open on port 443.',
  ]);
  yield usage(2_310, 46);
  yield close(turn, 'TASK_STATE_COMPLETED');
}

function* failingRun(turn: Turn): Generator<Step> {
  yield* lookAround(turn);
  const writing = toolCall(turn, 'write_file', { path: `/etc/${FILE_NAME}`, content: template, overwrite: false });
  yield* toolInput(writing, 8);
  yield usage(1_904, 318);
  yield toolFailed(writing, `Permission denied: /etc/${FILE_NAME} lies outside the workspace.`);
  yield* think(['The path is outside the workspace. ', 'I must not try to get around that.']);
  yield* speak(turn, ['I could not write the file: ', 'the folder is outside the workspace. ', 'Nothing was changed.']);
  yield usage(2_288, 39);
  yield close(turn, 'TASK_STATE_COMPLETED');
}

function* lookAround(turn: Turn): Generator<Step> {
  yield working();
  yield* think(['The user wants a network template. ', 'First I look at ', 'what the workspace holds.']);
  yield* speak(turn, ['Let me look at ', 'the workspace first.']);
  const listingCall = toolCall(turn, 'list_files', { path: '.' });
  yield* toolInput(listingCall, 2);
  yield usage(1_120, 27);
  yield toolCompleted(listingCall, listing);
  yield* think(['There is no template yet, ', 'so I can write a new one.']);
}
