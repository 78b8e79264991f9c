import { startSmtpServer } from "@mon/tooling/testbed"
import { createServer } from "node:http"
import type { Socket } from "node:net"
import type { ServiceProbe, ServiceRequest } from "../src/index.ts"
import { answerLines, makeServiceLab, webSocketServer } from "./serviceLab.ts"

/** Starts the services of the examples, and makes a probe that reaches them at loopback ports. */
export const startExampleServices = async () => {
  const lab = await makeServiceLab()
  const issue = (name: string) => lab.authority.issue({ names: [name] })
  lab.dns.zone.set("ns1.example.net", { A: [lab.dns.host] })
  lab.dns.zone.set("www.example.com", { A: ["192.0.2.1"] })
  const smtp = await startSmtpServer({ tls: await issue("mx.example.com") })
  lab.dns.zone.set("mx.example.com", { A: [smtp.host] })
  const answers = createServer((request, response) => {
    response.setHeader("content-type", "application/json")
    response.end(JSON.stringify(request.url === "/api/login" ? { token: "abc" } : { total: 3 }))
  })
  const onShop = (socket: Socket) => void answers.emit("connection", socket)
  const shop = `https://${await lab.listen("shop.example.com", onShop, await issue("shop.example.com"))}`
  const places = new Map([
    ["db.example.com:5432", await lab.listen("db.example.com", () => {})],
    [
      "cache.example.com:6379",
      await lab.listen("cache.example.com", (socket) => answerLines(socket, () => "+PONG\r\n"))
    ],
    ["cache.example.com", await lab.listen("cache.example.com", (socket) => answerLines(socket, () => "+PONG\r\n"))],
    ["example.com", await lab.listen("example.com", () => {}, await issue("example.com"))],
    ["ns1.example.net", `ns1.example.net:${lab.dns.port}`],
    ["mx.example.com", `mx.example.com:${smtp.port}`],
    ["db.example.com", `db.example.com:1`],
    [
      "wss://live.example.com/",
      `wss://${await lab.listen("live.example.com", webSocketServer(), await issue("live.example.com"))}/`
    ]
  ])
  const local = (place: string): string => places.get(place) ?? place
  const at = <R extends { readonly target: string }>(request: R | string): R | string =>
    typeof request === "string" ? local(request) : { ...request, target: local(request.target) }
  const placed = (request: ServiceRequest): ServiceRequest => {
    if (request.type === "mailRoundTrip" || request.type === "httpSteps") return request
    if ("target" in request) return { ...request, target: local(request.target) }
    return "server" in request ? { ...request, server: local(request.server) } : { ...request, url: local(request.url) }
  }
  const probe: ServiceProbe = {
    check: (request, signal) => lab.probe.check(placed(request), signal),
    tcp: (request, signal) => lab.probe.tcp(at(request), signal),
    tls: (request, signal) => lab.probe.tls(at(request), signal),
    dns: (request, signal) => lab.probe.dns({ ...request, server: local(request.server) }, signal),
    httpSteps: (request, signal) =>
      lab.probe.httpSteps(
        {
          ...request,
          steps: request.steps.map((step) => ({ ...step, url: step.url.replace("https://shop.example.com", shop) }))
        },
        signal
      ),
    icmp: (request, signal) => lab.probe.icmp(request, signal),
    mailRoundTrip: (request, signal) => lab.probe.mailRoundTrip(request, signal),
    protocol: (request, signal) => lab.probe.protocol({ ...request, target: local(request.target) }, signal),
    webSocket: (request, signal) =>
      lab.probe.webSocket(
        typeof request === "string" ? local(request) : { ...request, url: local(request.url) },
        signal
      )
  }
  return {
    probe,
    close: async () => {
      await smtp.close()
      await lab.close()
    }
  }
}
