import type { DnsExpectation } from "../service/DnsExpectation.ts"
import type { DnsResult } from "../service/probeDns.ts"
import type { IcmpResult } from "../service/icmp/probeIcmp.ts"
import type { ProtocolResult } from "../service/protocol/probeProtocol.ts"
import type { TcpResult } from "../service/probeTcp.ts"
import type { WebSocketResult } from "../service/probeWebSocket.ts"
import type { ServiceExpectation, ServiceResult } from "../service/ServiceResult.ts"
import {
  expectationLines,
  bar,
  blockedLines,
  certificateLines,
  headline,
  legend,
  type Paint,
  plain,
  shown
} from "./Report.ts"

export type AnyServiceResult = ServiceResult<DnsExpectation | ServiceExpectation> &
  Partial<
    Pick<DnsResult, "reply"> &
      Pick<IcmpResult | ProtocolResult, "found"> &
      Pick<WebSocketResult, "statusCode" | "subprotocol"> & { readonly received: TcpResult["received"] | string | null }
  >

const MOST_RECORDS = 50

const detailLines = ({ found = {}, received = [], reply, subprotocol }: AnyServiceResult): ReadonlyArray<string> => [
  ...Object.entries(found).map(([name, value]) => `  ${name}: ${shown([value].flat().join(", "))}`),
  ...(subprotocol === undefined || subprotocol === null ? [] : [`  subprotocol: ${shown(subprotocol)}`]),
  ...[received ?? []].flat().map((line) => `  received: ${shown(line)}`),
  ...(reply === undefined || reply === null
    ? []
    : [
        `  ${shown(reply.rcode)}, ${reply.answers.length} ${reply.answers.length === 1 ? "answer" : "answers"}`,
        ...reply.answers
          .slice(0, MOST_RECORDS)
          .map(({ data, name, ttl, type }) => `       ${shown(`${name}. ${ttl} ${type} ${data}`)}`)
      ])
]

export const serviceHeadline = (result: AnyServiceResult, paint: Paint = plain): string =>
  headline({ ...result, finalUrl: result.url, statusCode: result.statusCode ?? null }, paint)

export const serviceReport = (result: AnyServiceResult, paint: Paint = plain): string =>
  [
    serviceHeadline(result, paint),
    `  ${bar(result.timings, paint)}`,
    `  ${legend(result.timings, paint)}${result.address === null ? "" : paint("gray", `  ${result.address}`)}`,
    ...blockedLines(result),
    ...detailLines(result),
    ...expectationLines(result.expectations ?? [], paint),
    ...(result.certificate === null ? [] : certificateLines(result.certificate, paint))
  ].join("\n")
