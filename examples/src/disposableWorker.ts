import { checkDisposable } from "@mon/disposable-check/embedded"

/** A worker for an edge runtime. `GET /?email=…` returns the verdict about the address. */
export default {
  fetch: (request: Request): Response => {
    const email = new URL(request.url).searchParams.get("email") ?? ""
    return Response.json(checkDisposable(email))
  }
}
