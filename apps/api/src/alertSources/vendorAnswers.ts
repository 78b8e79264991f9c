import type { ReceivedOutcome } from "@mon/core-store"
import type { AlertSourceKind } from "@mon/model"
import { errorResponse } from "../http/ErrorResponse.ts"
import { type HttpResponse, jsonResponse } from "../http/HttpResponse.ts"
import type { InvalidField } from "./formats/reading.ts"

/** What the response to a request depends on, in addition to its outcome. */
export interface AnsweredRequest {
  readonly requestId: string
  /** The duration of the request, in seconds. */
  readonly took: number
  /** The key of the alert. */
  readonly key: string
}

/** The reason why no alert was stored. */
export interface AlertRefusal {
  readonly status: 401 | 403 | 405 | 413 | 429 | 503
  readonly message: string
}

export interface VendorAnswers {
  readonly done: (outcome: ReceivedOutcome & { readonly ignored: number }, request: AnsweredRequest) => HttpResponse
  readonly invalid: (field: InvalidField, request: AnsweredRequest) => HttpResponse
  readonly refused: (refusal: AlertRefusal, request: AnsweredRequest) => HttpResponse
}

/** The responses of the Events API v2. An unknown routing key is an invalid event. */
const pagerduty: VendorAnswers = {
  done: (_, { key }) => jsonResponse(202, { status: "success", message: "Event processed", dedup_key: key }),
  invalid: ({ field, problem }) =>
    jsonResponse(400, {
      status: "invalid event",
      message: "Event object is invalid",
      errors: [`'${field}' ${problem}`]
    }),
  refused: ({ message, status }) =>
    jsonResponse(status === 401 ? 400 : status, {
      status: status === 429 ? "throttle exceeded" : "invalid event",
      message: status === 401 ? "Event object is invalid" : message,
      errors: [status === 401 ? "'routing_key' is not known" : message]
    })
}

/** The responses of the Alert API of Opsgenie, which stores alerts after its response. */
const opsgenie: VendorAnswers = {
  done: (_, { requestId, took }) => jsonResponse(202, { result: "Request will be processed", took, requestId }),
  invalid: ({ field, problem }, { requestId, took }) =>
    jsonResponse(422, {
      message: "Request body is not processable. Please check the errors.",
      errors: { [field]: `${field} ${problem}.` },
      took,
      requestId
    }),
  refused: ({ message, status }, { requestId, took }) => jsonResponse(status, { message, took, requestId })
}

const webhook: VendorAnswers = {
  done: ({ ignored, opened, repeated, resolved }) =>
    jsonResponse(200, { status: "ok", opened, repeated, resolved, ignored }),
  invalid: ({ field, problem }) => errorResponse(400, `${field} ${problem}.`),
  refused: ({ message, status }) => errorResponse(status, message)
}

/** The responses to the senders of each kind, in the form that the senders expect. */
export const vendorAnswers: Readonly<Record<AlertSourceKind, VendorAnswers>> = {
  pagerduty,
  opsgenie,
  alertmanager: webhook,
  grafana: webhook
}
