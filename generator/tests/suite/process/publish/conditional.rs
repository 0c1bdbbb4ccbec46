//! What the object store of the tests guarantees: conditional writes, which lease and record depend on.

use publish::target::Version;

use super::places::Place;

async fn write(place: &Place, text: &'static str, expected: Option<&Version>) -> Option<Version> {
    let written = place.target.write_if("probe", text.into(), expected).await;
    written.unwrap()
}

#[test]
fn the_server_honours_conditional_writes() {
    let place = Place::objects();
    place.block_on(async {
        let first = write(&place, "one", None).await.expect("`If-None-Match: *` creates");
        let replaced = write(&place, "two", None).await;
        assert_eq!(replaced, None, "`If-None-Match: *` replaces nothing");
        let second = write(&place, "two", Some(&first)).await;
        let second = second.expect("`If-Match` replaces");
        assert_ne!(second, first);
        let stale = write(&place, "three", Some(&first)).await;
        assert_eq!(stale, None, "`If-Match` with another version");
    });
}
