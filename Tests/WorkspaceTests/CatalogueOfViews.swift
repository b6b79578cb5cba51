import Kernel
import Testing
import Workspace

@Suite("The catalogue of views")
struct CatalogueOfViews {
    @Test func `every view has a name and a path of its own, and its path finds it`() throws {
        let views = ViewCatalogue.all
        #expect(Set(views.map(\.name)).count == views.count)
        #expect(Set(views.map(\.path)).count == views.count)
        let id = EntityID(hi: 1, lo: 2)
        for view in views {
            let path = view.parameters.reduce(view.path) { path, name in
                path.replacing("{\(name)}", with: id.text)
            }
            let found = try #require(try ViewCatalogue.find(path), "\(path)")
            #expect(found.view.name == view.name)
            #expect(found.identifiers.map(\.name) == view.parameters)
            #expect(found.identifiers.allSatisfy { $0.id == id })
            #expect(!view.areas.isEmpty, "\(view.name) can be seen by anybody")
        }
        #expect(try ViewCatalogue.find("/nothing") == nil)
        #expect(try ViewCatalogue.find("/notes/\(id.text)/more/than/that") == nil)
        #expect(throws: ViewFault("card", "the card in the address must be an identifier")) {
            try ViewCatalogue.find("/cards/Paint")
        }
    }

    @Test func `what is recorded has a name of its own`() {
        let names = ViewCatalogue.all.compactMap { view -> String? in
            switch view.record {
            case nil: nil
            case .one(let name, _): name
            case .each(let folder, _): folder + "/"
            }
        }
        #expect(Set(names).count == names.count)
    }

    @Test func `a query says what its view takes, and nothing else`() throws {
        let gallery = try #require(ViewCatalogue.named("showGallery")).query
        let query = try ViewQuery(parsing: "tag=red%20%26+blue&favourites&limit=20&from=2026-11-22", gallery)
        #expect(query.text("tag") == "red & blue")
        #expect(query.flag("favourites"))
        #expect(query.number("limit") == 20)
        #expect(query.day("from")?.text == "2026-11-22")
        #expect(!query.has("skill"))
        for (text, field) in [
            ("limit=0", "limit"), ("limit=many", "limit"), ("from=yesterday", "from"), ("child=Mia", "child"),
            ("skill=flying", "skill"), ("favourites=perhaps", "favourites"), ("colour=red", "colour"),
            ("tag=a&tag=b", "tag"), ("tag=" + String(repeating: "t", count: Name.bytesMax + 1), "tag"),
        ] {
            do throws(ViewFault) {
                _ = try ViewQuery(parsing: text, gallery)
                Issue.record("\(text) was taken")
            } catch {
                #expect(error.field == field)
                #expect(error.message.contains(field), "\(error.message)")
            }
        }
    }

    @Test func `pages of a list add up to the list, whatever their size`() throws {
        var desk = Desk()
        for number in 0..<7 { _ = try desk.board("Board \(number)") }
        for size in 1...8 {
            var (seen, after, pages) = ([String](), String?.none, 0)
            repeat {
                let query = "limit=\(size)" + (after.map { "&after=" + $0 } ?? "")
                let (view, identifiers) = try #require(try ViewCatalogue.find("/boards"))
                var request = ViewRequest(
                    desk.view, identifiers: identifiers, query: try ViewQuery(parsing: query, view.query), today: nil)
                let text = try #require(try view.show(&request, as: .text)).text
                seen += text.split(separator: "\n").map { String($0.trimmingPrefix(while: \.isWhitespace).prefix(7)) }
                    .filter { $0.hasPrefix("Board ") }
                (after, pages) = (request.next, pages + 1)
            } while after != nil
            #expect(seen == (0..<7).map { "Board \($0)" })
            #expect(pages == (7 + size - 1) / size)
        }
    }

    @Test func `a view of a day needs one, and a record leaves ages out`() throws {
        let (view, identifiers) = try #require(try ViewCatalogue.find("/week"))
        var request = ViewRequest(Desk().view, identifiers: identifiers, today: nil)
        #expect(throws: ViewFault.self) { try view.show(&request, as: .json) }
        request.query = ViewQuery(checked: [("day", "2026-11-25")])
        #expect(try view.show(&request, as: .json)?.json.isEmpty == false)
    }
}
