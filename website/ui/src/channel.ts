// How messages get to the engine and back: a WebSocket to 'ytt website', or a worker with the engine in it.
import type {Transport} from "@codemirror/lsp-client"

export type State = "connecting" | "ready" | "lost" | "stopped"

// Channel is a connection that can be made again.
export interface Channel {
  readonly local: boolean // the files are in this page, not on a disk
  // connect makes a connection; onState is told when there is one, and when it is gone.
  connect(onState: (state: State, why?: string) => void): void
  transport(): Transport
  restart(): void
}

abstract class Base implements Channel {
  abstract readonly local: boolean
  protected handlers = new Set<(message: string) => void>()
  protected onState: (state: State, why?: string) => void = () => {}
  connect(onState: (state: State, why?: string) => void) {
    this.onState = onState
    this.open()
  }
  protected abstract open(): void
  protected abstract post(message: string): void
  abstract restart(): void
  protected receive(message: string) {
    for (const h of [...this.handlers]) h(message)
  }
  transport(): Transport {
    return {
      send: m => this.post(m),
      subscribe: h => void this.handlers.add(h),
      unsubscribe: h => void this.handlers.delete(h),
    }
  }
}

// Socket talks to the program that serves this page.
export class Socket extends Base {
  readonly local = false
  private socket: WebSocket | null = null
  private wait = 500
  protected open() {
    this.onState("connecting")
    const socket = new WebSocket(`${location.protocol == "https:" ? "wss" : "ws"}://${location.host}/socket`)
    this.socket = socket
    socket.onopen = () => {
      this.wait = 500
      this.onState("ready")
    }
    socket.onmessage = e => this.receive(String(e.data))
    socket.onclose = () => {
      if (this.socket != socket) return
      this.onState("lost", "The connection to ytt website is gone. Start it again, and open the address that it prints; what you have not saved is still here.")
      setTimeout(() => this.socket == socket && this.open(), this.wait)
      this.wait = Math.min(this.wait * 2, 10_000)
    }
  }
  protected post(message: string) {
    if (this.socket?.readyState != WebSocket.OPEN) throw new Error("there is no connection")
    this.socket.send(message)
  }
  restart() {
    this.socket?.close()
  }
}

// longest is how long the worker may owe answers without giving one: longer than a run may take, and with what goes before, less than two seconds.
const longest = 1600

// longestStart is the same until the first answers with results: code that has just been loaded is slow.
const longestStart = 8000

// Engine runs the engine in a worker. One that does not answer is replaced.
export class Engine extends Base {
  readonly local = true
  private worker: Worker | null = null
  private owed = new Map<unknown, string>() // methods of requests without an answer, by id
  private warm = false
  private timer = 0
  private up = false
  constructor(private script: string) {
    super()
  }
  protected open() {
    this.onState("connecting")
    this.up = false
    this.owed.clear()
    this.warm = false
    const worker = new Worker(this.script, {name: "ytt"})
    this.worker = worker
    worker.onmessage = e => {
      if (this.worker != worker) return
      const data = e.data as {ready?: boolean; failed?: string; message?: string}
      if (data.ready) {
        this.up = true
        this.onState("ready")
      } else if (data.failed) {
        this.onState("stopped", "The engine could not be started: " + data.failed)
      } else if (data.message !== undefined) {
        const m = JSON.parse(data.message) as {id?: unknown; method?: string}
        if (m.id !== undefined && !m.method) {
          this.warm ||= this.owed.get(m.id) == "ytt/render"
          this.owed.delete(m.id)
          this.guard()
        }
        this.receive(data.message)
      }
    }
    worker.onerror = e => this.onState("stopped", "The engine has failed: " + e.message)
  }
  protected post(message: string) {
    if (!this.worker || !this.up) throw new Error("the engine is not there yet")
    const m = JSON.parse(message) as {id?: unknown; method?: string}
    this.worker.postMessage(message)
    if (m.id === undefined || !m.method) return
    this.owed.set(m.id, m.method)
    if (this.owed.size == 1) this.guard() // others do not make it wait longer for the first
  }
  private guard() {
    clearTimeout(this.timer)
    if (this.owed.size > 0 && this.up) this.timer = setTimeout(() => this.stop(), this.warm ? longest : longestStart) as unknown as number
  }
  private stop() {
    this.worker?.terminate()
    this.worker = null
    this.onState("stopped", "A run took longer than two seconds and was stopped. Change what takes so long, then start the engine again.")
  }
  restart() {
    this.worker?.terminate()
    this.open()
  }
}
