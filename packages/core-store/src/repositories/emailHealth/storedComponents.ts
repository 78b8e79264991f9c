import { isFiniteNumber, isNullOr, isObjectOf, isText } from "../../sql/JsonGuard.ts"
import type { ComponentScore } from "./EmailHealthChecks.ts"

const isScore = isObjectOf<Pick<ComponentScore, "score" | "status">>({
  status: isText,
  score: isNullOr(isFiniteNumber)
})

/** The components of a stored result. What has another form is left out. */
export const storedComponents = (value: unknown): Readonly<Record<string, ComponentScore>> =>
  Object.fromEntries(
    Object.entries(typeof value === "object" && value !== null ? value : {}).flatMap(
      ([name, part]: [string, unknown]) => {
        if (!isScore(part)) return []
        const { score, status } = part
        const finding: unknown = Reflect.get(part, "finding")
        return [[name, { status, score, ...(typeof finding === "string" ? { finding } : {}) }]]
      }
    )
  )
