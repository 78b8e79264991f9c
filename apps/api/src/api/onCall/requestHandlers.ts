import { type AskOnCallRequest, BadRequest, Forbidden, messages, NotFound } from "@mon/api-contract"
import {
  type AcceptRequestResult,
  type AskRequestResult,
  inTransaction,
  type OnCallPlan,
  type OnCallRecipient,
  OnCallRequests,
  OnCallSchedules,
  randomBytes,
  type StoredOnCallRequest,
  type TakenShift
} from "@mon/core-store"
import { type OnCallRequest, onCallRequestLimits, onCallScheduleLimits, uuidv7 } from "@mon/model"
import {
  type OnCallLetter,
  onCallPeople,
  OutgoingMail,
  requestAccepted,
  requestDeclined,
  shiftReturned,
  takeOverRequest
} from "@mon/notifications"
import { Clock, Effect } from "effect"
import { type Caller, seatsToWrite } from "../../auth/Caller.ts"
import { mailSender } from "../../auth/Letter.ts"
import { type GroupHandlers, ok } from "../ApiHandler.ts"
import { computedShifts, findPlan, scheduleNotFound } from "./computedShifts.ts"
import { readPeople } from "./readSchedule.ts"
import { readTime } from "./readTime.ts"
import { personShower, type ShowPerson } from "./shownShifts.ts"

const DAY_MS = 86_400_000
/** The time for which ended requests are listed. */
const LISTED_MS = 30 * DAY_MS

const refused = (message: string) => new BadRequest({ message })

const newId = Effect.gen(function* () {
  return uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
})

/** Refuses members on a plan without teams, who can only read. */
const mayWrite = (caller: Caller) => {
  const message = caller.viewer.role === "owner" ? null : seatsToWrite(caller)
  return message === null ? Effect.void : Effect.fail(new Forbidden({ message }))
}

const shown =
  (show: ShowPerson) =>
  ({ answeredBy, asked, asker, ...request }: StoredOnCallRequest): OnCallRequest => ({
    ...request,
    asker: show(asker),
    asked: asked === null ? null : show(asked),
    answeredBy: answeredBy === null ? null : show(answeredBy)
  })

const shownTo = Effect.fnUntraced(function* (caller: Caller, request: StoredOnCallRequest) {
  return shown(personShower(yield* readPeople(caller)))(request)
})

const listRequests = Effect.fnUntraced(function* (caller: Caller, id: string) {
  const endsAfter = new Date((yield* Clock.currentTimeMillis) - LISTED_MS)
  const requests = yield* (yield* OnCallRequests).list(caller.viewer, id, endsAfter)
  if (requests === null) return yield* scheduleNotFound()
  return requests.map(shown(personShower(yield* readPeople(caller))))
})

type Schedule = Pick<OnCallPlan, "id" | "name">

/** Returns what the letters about a schedule need. Runs in the transaction that stores what the letters report. */
const letters = Effect.fnUntraced(function* (caller: Caller, { id, name }: Schedule) {
  const recipients = yield* (yield* OnCallRequests).recipients(caller.viewer)
  const identity = yield* mailSender
  const now = new Date(yield* Clock.currentTimeMillis)
  return {
    about: (recipient: OnCallRecipient): OnCallLetter => ({ schedule: { id, name }, recipient, identity, now }),
    membersIn: (ids: ReadonlyArray<string>) =>
      recipients.filter(({ isMember, membershipId }) => isMember && ids.includes(membershipId)),
    nameOf: (person: string | null) => recipients.find(({ membershipId }) => membershipId === person)?.name ?? ""
  }
})

const rangeOf = ({ end, start }: Pick<StoredOnCallRequest, "end" | "start">) => ({
  start: new Date(start),
  end: new Date(end)
})

/** Emails the person who was asked. If everyone was asked, emails everyone who gets alerts by email. */
const sendRequest = Effect.fnUntraced(function* (
  caller: Caller,
  plan: Schedule,
  request: StoredOnCallRequest,
  people: ReadonlyArray<string>
) {
  const { about, membersIn, nameOf } = yield* letters(caller, plan)
  const outgoing = yield* OutgoingMail
  const isForEveryone = request.asked === null
  const asked = membersIn(people).filter(({ getsAlerts }) => getsAlerts || !isForEveryone)
  const { id, note } = request
  const range = { ...rangeOf(request), id, note, isForEveryone }
  yield* Effect.forEach(
    asked,
    (recipient) => outgoing.postUnlessRefused(takeOverRequest(about(recipient), range, nameOf(request.asker))),
    { discard: true }
  )
})

const readRange = Effect.fnUntraced(function* (payload: AskOnCallRequest) {
  const now = yield* Clock.currentTimeMillis
  const [start, end] = [yield* readTime("start", payload.start), yield* readTime("end", payload.end)]
  if (end <= start || end <= now) return yield* refused(messages.onCallRequestEnded)
  const from = Math.max(start, now)
  if (end - from > onCallScheduleLimits.rangeDays * DAY_MS)
    return yield* refused(messages.onCallRequestRange(onCallScheduleLimits.rangeDays))
  return { from, to: end }
})

/** Returns the people to ask: one person of the account, or everyone else in the schedule. */
const peopleToAsk = Effect.fnUntraced(function* (
  caller: Caller,
  plan: OnCallPlan,
  from: number,
  person: string | null
) {
  const { membershipId } = caller.principal
  const others = (yield* readPeople(caller)).filter(
    ({ isMember, membershipId: other }) => isMember && other !== membershipId
  )
  if (person !== null) {
    if (others.some((other) => other.membershipId === person)) return [person]
    return yield* refused(messages.onCallRequestPerson)
  }
  const named = onCallPeople(plan, "everyone", from)
  const people = others.flatMap((other) => (named.includes(other.membershipId) ? [other.membershipId] : []))
  return people.length === 0 ? yield* refused(messages.onCallRequestNobody) : people
})

const asked = (result: AskRequestResult) => {
  switch (result._tag) {
    case "Asked":
      return Effect.succeed(result.request)
    case "DayLimit":
      return Effect.fail(refused(messages.onCallRequestDayLimit(onCallRequestLimits.perDay)))
    case "OpenLimit":
      return Effect.fail(refused(messages.onCallRequestOpenLimit(onCallRequestLimits.open)))
    case "Unknown":
      return Effect.fail(refused(messages.onCallRequestPerson))
    case "Absent":
      return Effect.fail(scheduleNotFound())
  }
}

/** Prepares a request. One transaction stores the request and queues the emails. */
const prepareRequest = Effect.fn("askForTakeOver")(function* (caller: Caller, id: string, payload: AskOnCallRequest) {
  yield* mayWrite(caller)
  const { from, to } = yield* readRange(payload)
  const plan = yield* findPlan(caller, id, from)
  const { shifts } = yield* computedShifts(caller, plan, { from, to })
  if (!shifts.some(({ people }) => people.includes(caller.principal.membershipId)))
    return yield* refused(messages.onCallRequestNotOn)
  const people = yield* peopleToAsk(caller, plan, from, payload.person ?? null)
  const note = payload.note?.trim() ?? ""
  const wanted = {
    id: yield* newId,
    start: new Date(from).toISOString(),
    end: new Date(to).toISOString(),
    asked: payload.person ?? null,
    note: note === "" ? null : note
  }
  const store = inTransaction(
    "askForTakeOver",
    Effect.gen(function* () {
      const stored = yield* (yield* OnCallRequests).ask(caller.viewer, id, wanted, onCallRequestLimits)
      if (stored._tag === "Asked") yield* sendRequest(caller, plan, stored.request, people)
      return stored
    })
  )
  return Effect.flatMap(store, (result) => Effect.flatMap(asked(result), (request) => shownTo(caller, request)))
})

const answered = (result: AcceptRequestResult, notAsked: string) => {
  switch (result._tag) {
    case "Answered":
      return Effect.succeed(result.request)
    case "Over":
      return Effect.fail(refused(messages.onCallRequestOver))
    case "OverrideLimit":
      return Effect.fail(refused(messages.onCallOverrideLimit(onCallScheduleLimits.overrides)))
    case "NotAsked":
      return Effect.fail(new Forbidden({ message: notAsked }))
    case "Absent":
      return Effect.fail(new NotFound({ message: messages.onCallRequestNotFound }))
  }
}

/** Stores an answer and emails the asker, in one transaction. */
const answer = Effect.fnUntraced(function* (
  caller: Caller,
  id: string,
  store: (requests: OnCallRequests["Service"]) => ReturnType<OnCallRequests["Service"]["accept"]>,
  letterOf: typeof requestAccepted,
  notAsked: string
) {
  yield* mayWrite(caller)
  const schedule = yield* findPlan(caller, id, yield* Clock.currentTimeMillis)
  const result = yield* inTransaction(
    "answerOnCallRequest",
    Effect.gen(function* () {
      const stored = yield* store(yield* OnCallRequests)
      if (stored._tag !== "Answered") return stored
      const { about, membersIn, nameOf } = yield* letters(caller, schedule)
      const outgoing = yield* OutgoingMail
      const { answeredBy, asker } = stored.request
      yield* Effect.forEach(
        membersIn([asker]),
        (recipient) =>
          outgoing.postUnlessRefused(letterOf(about(recipient), rangeOf(stored.request), nameOf(answeredBy))),
        { discard: true }
      )
      return stored
    })
  )
  return yield* shownTo(caller, yield* answered(result, notAsked))
})

const acceptRequest = Effect.fn("acceptOnCallRequest")(function* (caller: Caller, id: string, requestId: string) {
  const overrideId = yield* newId
  return yield* answer(
    caller,
    id,
    (requests) => requests.accept(caller.viewer, id, requestId, overrideId, onCallScheduleLimits.overrides),
    requestAccepted,
    messages.onCallRequestAccept
  )
})

const declineRequest = Effect.fn("declineOnCallRequest")(function* (caller: Caller, id: string, requestId: string) {
  return yield* answer(
    caller,
    id,
    (requests) => requests.decline(caller.viewer, id, requestId),
    requestDeclined,
    messages.onCallRequestDecline
  )
})

const withdrawRequest = Effect.fn("withdrawOnCallRequest")(function* (caller: Caller, id: string, requestId: string) {
  yield* mayWrite(caller)
  yield* findPlan(caller, id, yield* Clock.currentTimeMillis)
  const result = yield* (yield* OnCallRequests).withdraw(caller.viewer, id, requestId)
  return yield* shownTo(caller, yield* answered(result, messages.onCallRequestWithdraw))
})

/** Emails the asker of a shift that the shift is the asker's again, because its override was deleted. */
export const reportReturned = Effect.fnUntraced(function* (caller: Caller, id: string, taken: TakenShift) {
  const schedule = yield* (yield* OnCallSchedules).find(caller.viewer, id, caller.limits)
  if (schedule === null) return
  const { about, membersIn, nameOf } = yield* letters(caller, schedule)
  const outgoing = yield* OutgoingMail
  yield* Effect.forEach(
    membersIn([taken.asker]),
    (recipient) => outgoing.postUnlessRefused(shiftReturned(about(recipient), taken, nameOf(taken.taker))),
    { discard: true }
  )
})

export const onCallRequestHandlers: GroupHandlers<"onCallRequests"> = {
  list: ({ caller, params }) => Effect.map(listRequests(caller, params.id), ok),
  ask: {
    prepare: ({ caller, params, payload }) =>
      Effect.map(prepareRequest(caller, params.id, payload), (write) => Effect.map(write, ok))
  },
  accept: ({ caller, params }) => Effect.map(acceptRequest(caller, params.id, params.requestId), ok),
  decline: ({ caller, params }) => Effect.map(declineRequest(caller, params.id, params.requestId), ok),
  withdraw: ({ caller, params }) => Effect.map(withdrawRequest(caller, params.id, params.requestId), ok)
}
