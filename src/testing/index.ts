/**
 * What our own tests use, for yours: event sequences, a generator of valid streams, a scripted HTTP
 * server, a scripted `fetch`, and faults. For Node; the server needs it, the rest runs anywhere.
 */
export {
  annotationAdded,
  argumentsDelta,
  argumentsDone,
  completed,
  created,
  failed,
  flatError,
  functionCallAdded,
  functionCallDone,
  incomplete,
  inProgress,
  itemAdded,
  itemDone,
  keepalive,
  partAdded,
  partDone,
  queued,
  reasoningAdded,
  reasoningDone,
  refusalDelta,
  refusalDone,
  summaryDelta,
  summaryDone,
  summaryPartAdded,
  summaryPartDone,
  textDelta,
  textDone,
} from './event-builders.js'
export { functionCall, message, reasoning, refusalMessage, response } from './response-builders.js'
export { happy, numbered, toSSE } from './sequences.js'
export { generateStream, type GenerateOptions } from './generate/generate-stream.js'
export { jsonAnswer, type Script, type ScriptedAnswer, type ScriptEnd, type Step } from './script.js'
export { scriptedServer, type ScriptedServer, type ServedRequest } from './scripted-server.js'
export {
  scriptedBody,
  scriptedFetch,
  type BodyObserver,
  type FetchedRequest,
  type ScriptedBodyOptions,
  type ScriptedFetch,
} from './scripted-fetch.js'
export {
  cutAfter,
  failAfter,
  insertAt,
  joinChunks,
  socketError,
  splitAt,
  splitEvery,
  stallAfter,
  type Chunks,
} from './fault-injection.js'
export { faultyFetch, type Fault } from './faulty-fetch.js'
export {
  storeConformance,
  type StoreCase,
  type StoreConformanceOptions,
  type StoreHarness,
} from './store-conformance/store-conformance.js'
