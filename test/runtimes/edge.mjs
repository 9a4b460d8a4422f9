// The entry of the bundle that the edge VM evaluates: no files there, so the host passes the bytes in.
import * as millrace from '../../dist/index.js'
import { readCapture } from './read-capture.mjs'

globalThis.readCaptureInEdge = (bytes) => readCapture(millrace, bytes)
