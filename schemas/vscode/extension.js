"use strict";

// Starts `cahier lsp` and connects the editor's YAML files with it; all that it can do is done there.

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

/** @type {LanguageClient | undefined} */
let client;

/** @param {vscode.ExtensionContext} context */
async function activate(context) {
  const command = vscode.workspace.getConfiguration("cahier").get("command", "cahier");
  client = new LanguageClient(
    "cahier",
    "cahier",
    { command, args: ["lsp"] },
    { documentSelector: [{ scheme: "file", language: "yaml" }] },
  );
  context.subscriptions.push(
    vscode.commands.registerCommand("cahier.showReferences", showReferences),
    vscode.commands.registerCommand("cahier.tryCard", (game, card) => tryCard(command, game, card)),
  );
  try {
    await client.start();
  } catch {
    vscode.window.showErrorMessage(
      `\`${command} lsp\` can't be started. Install it with pip install 'cahier[editor]', ` +
        "and set `cahier.command` to its path if it is not found.",
    );
  }
}

/** Shows where a thing is mentioned that is declared at a position as the server counts it. */
async function showReferences(uri, position) {
  const file = vscode.Uri.parse(uri);
  const place = client.protocol2CodeConverter.asPosition(position);
  const found = await vscode.commands.executeCommand("vscode.executeReferenceProvider", file, place);
  await vscode.commands.executeCommand("editor.action.showReferences", file, place, found ?? []);
}

/** Tries a card out in a terminal, which gets the words one by one: no shell reads them. */
function tryCard(command, game, card) {
  const words = { name: `cahier try ${card}`, shellPath: command, shellArgs: ["try", game, card] };
  vscode.window.createTerminal(words).show();
}

async function deactivate() {
  await client?.stop();
}

module.exports = { activate, deactivate };
