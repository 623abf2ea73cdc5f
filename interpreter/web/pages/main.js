// @ts-check
/** The page of one viewer of a match that a server plays. */

import { Connection, takeToken } from "./connection.js";
import { openPage } from "./match_page.js";

openPage((receive, showState) => new Connection(takeToken(), receive, showState), "/board-picture");
