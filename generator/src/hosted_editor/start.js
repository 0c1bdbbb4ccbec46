import CMS from "./npm/index.js";

CMS.init();
