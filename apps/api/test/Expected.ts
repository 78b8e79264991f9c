import { expect } from "vitest"
import type { ApiResponse } from "./ApiConnection.ts"

/** A UUID of version 7 (RFC 9562). */
export const ID: unknown = expect.stringMatching(
  /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u
)

/** A UTC time in ISO 8601 format, with milliseconds. */
export const TIME: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u)

/** Returns the record of a domain immediately after its creation, on the Pro plan. */
export const newDomainRecord = (fields: Readonly<Record<string, unknown>>) => ({
  id: ID,
  status: "unknown",
  isPaused: false,
  isDegraded: false,
  contentFaults: "down",
  contentFault: null,
  access: "owner",
  checkInterval: 300,
  timeoutSeconds: 30,
  emailHealthEnabled: true,
  emailHealthInterval: 86_400,
  ccEmails: [],
  screenshotOnFailure: true,
  cardColor: "#6B7280",
  dkimSelectors: [],
  request: null,
  expect: [],
  degradedAfterMs: null,
  dnsWatch: null,
  dependsOn: [],
  stoppedOptions: [],
  lastCheckedAt: null,
  nextCheckAt: TIME,
  statusChangedAt: null,
  lastStatusCode: null,
  lastResponseTimeMs: null,
  lastError: null,
  uptime: { last24h: null, last7d: null, last30d: null, maintenanceSeconds: 0 },
  maintenance: null,
  ssl: null,
  domainExpiry: null,
  emailHealth: null,
  redirect: null,
  responseTime: null,
  tags: [],
  createdAt: TIME,
  updatedAt: TIME,
  ...fields
})

/** Checks the headers that every response under `/api/v1` has. */
export const expectApiHeaders = ({ headers }: ApiResponse, contentType = "application/json; charset=utf-8"): void => {
  expect(headers["content-type"]).toBe(contentType)
  expect(headers["x-ratelimit-limit"]).toMatch(/^\d+$/u)
  expect(headers["x-ratelimit-remaining"]).toMatch(/^\d+$/u)
  expect(headers["x-ratelimit-reset"]).toMatch(/^\d{10}$/u)
  expect(headers["x-request-id"]).toMatch(/^[\w.:-]{1,128}$/u)
}

export const expectResponse = (response: ApiResponse, status: number, body: unknown): void => {
  expect({ status: response.status, body: response.body }).toEqual({ status, body })
  expectApiHeaders(response)
}

/** Checks a whole error response: exactly `success` and `message`. */
export const expectError = (response: ApiResponse, status: number, message: string): void =>
  expectResponse(response, status, { success: false, message })
