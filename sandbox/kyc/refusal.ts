/** A refused call in Veriff's form: HTTP status and `{status: 'fail', code, message}`. */
export class Refusal extends Error {
  readonly httpStatus: number
  readonly code: string

  constructor(httpStatus: number, code: string, message: string) {
    super(message)
    this.httpStatus = httpStatus
    this.code = code
  }

  body(): { status: 'fail'; code: string; message: string } {
    return { status: 'fail', code: this.code, message: this.message }
  }
}

export const notFound = (what: string): Refusal => new Refusal(404, '1004', `${what} was not found.`)

export const wrongStatus = (status: string, wanted: string): Refusal =>
  new Refusal(409, '1304', `Cannot transition to "${wanted}" status: the session is ${status}.`)
