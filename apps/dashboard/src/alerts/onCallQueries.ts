import { useQuery } from "@tanstack/react-query"
import { read } from "../api/client.ts"
import type { Answer } from "../api/endpoints.ts"

const key = ["on-call"] as const

export const useOnCallSchedules = () =>
  useQuery({
    queryKey: [...key, "schedules"],
    queryFn: ({ signal }) => read<Answer<"onCall", "list">>("/on-call/schedules", signal)
  })
