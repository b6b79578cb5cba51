/// Characters that names and texts are made of most, by language.
///
/// Hundred or so characters make up half of what is written in Chinese or Korean: a name that has several of them in one encoding
/// has hardly any in another.
enum FrequentCharacters {
    static let simplified = Set(
        ("的一是了我不在人们有来他这上着个地到大里说就去子得也和那要下看天时过出小么起你都把好还多没为又可家学只以主会样年想生同老中十从自面前头道它后然走很像见两用她国动进成回什边作对开而己"
            + "些现山民候经发工向事命给长水几义三声于高手知理眼志点心战二问但身方实吃做叫当住听革打呢真全才四已所敌之最光产情路分总条白话东席次亲如被花口放儿常气五第使写军吧文运再果怎定许快明行因"
            + "别飞外树物活部门无往船望新带队先力完却站代员机更九您每风级跟笑啊孩万少直意夜比阶连车重便斗马哪化太指变社似士者干石满日决百原拿群究各六本思解立河村八难早论吗根共让相研今其书坐接应关"
            + "信觉步反处记将千找争领或师结块跑谁草越字加脚紧爱等习阵怕月青半火法题建赶位唱海七女任件感准张团屋离色脸片科倒睛利世刚且由送切星导晚表够整认响雪流未场该并底深刻平伟忙提确近亮轻讲农古"
            + "黑告界拉名呀土清阳照办史改历转画造嘴此治北必服雨穿内识验传业菜爬睡兴形量咱观苦体众通冲合破友度术饭公旁房极南枪读沙岁线野坚空收算至政城劳落钱特围弟胜教热展包歌类渐强数乡呼性音答哥际"
            + "旧神座章帮啦受系令跳非何牛取入岸敢掉忽种装顶急林停息句区衣般报叶压慢叔背细录档料图笔项目议夹资备份计划测试版").unicodeScalars)

    static let traditional = Set(
        ("的一是了我不在人們有來他這上著個地到大裡說就去子得也和那要下看天時過出小麼起你都把好還多沒為又可家學只以主會樣年想生同老中十從自面前頭道它後然走很像見兩用她國動進成回什邊作對開而己"
            + "些現山民候經發工向事命給長水幾三聲於高手知理眼點心二問但身方實做叫當住聽打真全四已所之最光產情路分總條白話東次如被花口放常氣五第使寫文運再定許快明行因別外物活部門無往新帶先力完站代"
            + "員機更每風級笑萬少直意夜比連車重便化太指變社者日百原各六本思解立河早論根共讓相今其書坐接應關信反處記將千找或師結字加愛等月青半火法題建位海七女件感準張團離色片科利世由星導晚表整未場"
            + "底深平提確近輕講古黑告界名土清陽照辦史改歷轉畫造此治北必服內識驗傳業菜形量體眾通合友度術公房南讀線空收算至政城錢特教熱展包歌類強數性音際神章受系非何取入種裝急林句區報細錄檔料圖筆項"
            + "目議資備份計劃測試版").unicodeScalars)

    static let kanji = Set(
        ("日本語新規書類文写真資料会議年月記録報告画像東京大学一人国中出生上三行前見金時間私家子水手紙部分者社高校入力自業場所員立開地関名明田定事動同理物下作目通表方体法主的十二回五第四最小"
            + "今全後来使用保存覧管話帳案内旅予図面設計試験").unicodeScalars)

    static let hangul = Set(
        ("이다는의에가고을지로한하기사자리서대도어시나인스해그아정은들일라수부를보장전과상제니여원주만관구음안우조비회동문오성공방선년유내용트무화결소중생신경발업것진위적세요계학운국연모개영"
            + "당미교물간실러면식료록파폴더새글메노목").unicodeScalars)

    /// Marks that stand in names of Japan and China.
    static let marks = Set("々・　（）「」、。〜～！？【】《》：，“”—…·".unicodeScalars)

    /// Letters with marks of western Europe, those of few languages, and those of central Europe.
    static let latin = weighted([
        ("äöüßéèàçñáíóúåøæãõêôâîëïûùÄÖÜÉÅØÆ", -3.5), ("ìòÀÈÊÇÁÍÓÚÑÂÔÎÃÕÿœŒý", -5),
        ("ąćęłńśźżěščřžďťňůőűăşţđŁŚŻŹČŠŽŘĄĆĘŃĚĎŤŇŮŐŰĂŞŢĐľĽĺĹŕŔ", -4.7),
    ])

    /// Logarithms of how often a letter occurs in Russian, with those of Ukrainian and Belarusian.
    static let cyrillic = weighted([
        ("о", -2.2), ("еаи", -2.6), ("нт", -2.7), ("срв", -3), ("лкм", -3.3), ("дпу", -3.6), ("яыьгз", -4),
        ("бчйхж", -4.5),
        ("шюцщэ", -5.3), ("ф", -6), ("іїєґў", -5), ("ё", -6), ("ъ", -7),
    ])

    static let greek = weighted([
        ("αοιε", -2.5), ("τσνη", -2.8), ("υρπκμλς", -3.3), ("ωδγχθφ", -3.9), ("άέήίόύώ", -4), ("βξζψ", -4.8),
    ])

    static let vowels: [NameEncoding.Script: Set<Unicode.Scalar>] = [
        .cyrillic: Set("аеёиоуыэюяії".unicodeScalars), .greek: Set("αεηιουωάέήίόύώ".unicodeScalars),
    ]

    private static func weighted(_ groups: [(letters: String, weight: Double)]) -> [Unicode.Scalar: Double] {
        var weights: [Unicode.Scalar: Double] = [:]
        for (letters, weight) in groups { for letter in letters.unicodeScalars { weights[letter] = weight } }
        return weights
    }
}
