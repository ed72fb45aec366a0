"""UFM: its P_Key answers, its requests, its settings."""

from roce_lint.infiniband.ufm.pkeys import is_ufm_json, read_ufm_json
from roce_lint.infiniband.ufm.settings import is_gv_cfg, read_gv_cfg
from roce_lint.model.reading import Reading
from roce_lint.text.document import Document

__all__ = ["is_gv_cfg", "is_ufm_json", "read_ufm"]


def read_ufm(document: Document) -> Reading:
    """Read settings in INI form or an answer in JSON."""
    return read_gv_cfg(document) if is_gv_cfg(document.text) else read_ufm_json(document)
