import type { Heartbeat, HeartbeatPing, HeartbeatPingBody, PingKey } from "@mon/model"
import { useQuery } from "@tanstack/react-query"
import { change, read } from "../api/client.ts"
import { apiPath } from "../api/kindEndpoints.ts"

/** The interval at which open pings are reloaded, in milliseconds. */
const OFTEN = 15_000

const path = (id: string, rest: string) => apiPath("heartbeat", id, rest)

/** Reads the stored pings of a heartbeat, newest first. */
export const usePings = (id: string) =>
  useQuery({
    queryKey: ["heartbeat", id, "pings"],
    queryFn: ({ signal }) => read<ReadonlyArray<HeartbeatPing>>(path(id, "/pings"), signal),
    refetchInterval: OFTEN
  })

/** Reads the output that came with a ping. It never changes. */
export const usePingBody = (id: string, n: number, enabled: boolean) =>
  useQuery({
    queryKey: ["heartbeat-output", id, n],
    queryFn: ({ signal }) => read<(typeof HeartbeatPingBody)["Type"]>(path(id, `/pings/${n}/body`), signal),
    staleTime: Number.POSITIVE_INFINITY,
    enabled
  })

/**
 * Returns the account's secret key for ping URLs that contain the name of a heartbeat. The first call creates the key.
 */
export const readPingKey = () => change<(typeof PingKey)["Type"]>("POST", "/heartbeats/ping-key")

/** Replaces the ping URL. */
export const rotatePingUrl = (id: string) => change<Heartbeat>("POST", path(id, "/rotate"))
