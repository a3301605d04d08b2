// The page of 'ytt website': files on a disk, the engine in the program.
import "./html"
import {App} from "./app"
import {Socket} from "./channel"
import {mount} from "./page"

const app = new App(new Socket())
mount(app)
app.start()
