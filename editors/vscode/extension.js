"use strict";
// Starts `roce-lint lsp` and leaves everything else to it.
const { commands, workspace } = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

let client;

async function start() {
  const settings = workspace.getConfiguration("roce-lint");
  const server = { command: settings.get("path"), args: ["lsp"], transport: TransportKind.stdio };
  const documentSelector = settings.get("files").map((pattern) => ({ scheme: "file", pattern }));
  client = new LanguageClient("roce-lint", "roce-lint", server, { documentSelector });
  await client.start();
}

async function stop() {
  const old = client;
  client = undefined;
  if (old) {
    await old.stop();
  }
}

exports.activate = async (context) => {
  context.subscriptions.push(
    commands.registerCommand("roce-lint.restart", async () => {
      await stop();
      await start();
    }),
  );
  await start();
};

exports.deactivate = stop;
