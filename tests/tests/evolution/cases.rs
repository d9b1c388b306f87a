//! What `rename_all` makes of names, beside serde's own derive: 130 names of fields and 130 of variants in each of eight
//! cases.
//!
//! The names were drawn at random from words with digits, capitals, underscores and letters beyond ASCII. Names that begin
//! with such a letter are left out, since serde refuses them in `camelCase`.
#![allow(non_snake_case, non_camel_case_types, clippy::upper_case_acronyms, reason = "the names are what is tested")]

use serde::Serialize;
use tensor_format::{HasRules, Tensor};

/// Derives a struct of the fields and an enum of the variants in one case, for both crates, and compares the names.
macro_rules! compared {
    ($case:literal, $name:ident, { $($field:ident)* }, { $($variant:ident)* }) => {
        #[test]
        fn $name() {
            #[derive(Tensor, Serialize, Default)]
            #[serde(rename_all = $case)]
            #[tensor(rename_all = $case)]
            struct Fields { $($field: u8,)* }

            #[derive(Tensor, Serialize)]
            #[serde(rename_all = $case)]
            #[tensor(rename_all = $case)]
            enum Variants { $($variant,)* }

            let json = serde_json::to_string(&Fields::default()).unwrap();
            let rules = Fields::RULES.as_record().unwrap();
            let (own, serde): (Vec<&str>, Vec<&str>) = (rules.iter().map(|param| param.name).collect(), quoted(&json));
            assert_eq!(own, serde);
            let json = serde_json::to_string(&[$(Variants::$variant),*][..]).unwrap();
            assert_eq!(Variants::LABELS, quoted(&json));
            assert_eq!((own.len(), Variants::LABELS.len()), (130, 130));
        }
    };
}

/// Returns the strings of a JSON text without escapes.
fn quoted(json: &str) -> Vec<&str> {
    json.split('"').skip(1).step_by(2).collect()
}

/// Calls a macro with a case, the name of a test, and all names.
macro_rules! with_names {
    ($($case:literal $name:ident)*) => { $(compared! { $case, $name, {
    x max_boxes_2 _hidden trailing_ a__b URL imageId HTTPServer x1 größe_max größe_2d x_9 Größe__W2d httpcountper_n__
    __v1_ sizeb_box_ http x_größe__w size xmax_img_ x_größe_b_ __max1 Count_Count_N__ _v1_été_ _V1_Été_ __a_w
    B_GRÖSSE__ Box_Id _nw_max_k21 k2_count__box__ size_b COUNT_W X_Max_Été_B count__rgb1 N V1__Ünit_Http1 url_max_n
    size_b_rgb io_img_a __W_2D_IO_N x__ak21 http_9_91 boxw__img k2_ sizemax9__ io_rgb IO_N_K2__HTTP_ _id_a__b_2d Io_
    __box_été_v1__b x_größe boxgröße_size1 __count_w_a_ n_rgb__ count_http_per_io__ größe_k21 __v1__x_rgbb1
    iow_io_count1 V12d__Été_V1__ a1 box_ imgété_b_ per_perrgb1 größe__2d_2d1 _size_box_url1 Box_Größe__ÜnitN rgb__img
    Per_Été__Rgb N_Ünit_Per n_img__max_ per_urlx_size1 _k2__id w_x_v1_count_ max url__per_img_per__ a__Ünitper1
    _count max_v1_x__ PER_URL_HTTP __box__x9__per __NCount__ B_2dSize_Count MAX__GRÖSSE a_b_count_ __größehttp_größe_
    Id_Id_Io1 Rgb_A__B _Count_N_Größe k29 _W1 rgb_v1_9__ __a_ __n_box_Ünit_été V1_URL_W_ _http_box_k2rgb max_b xw_
    id_Ünit__box _whttp Rgb1 v1k2_9 Box_Count__X_Img__ img_b_io size__sizecount_box1 count_9_ b__n__max ID_BOX1
    AN__ID_RGB io2d__ a_rgb_n_rgb__ URLB iok2_img_b1 b_ __k2img1 Max_Io_ v1__id _größe_count_per__n__ http_v1__
    maxv1_box_ __SizeNW x_box_per9__ _HTTP__IMG id größeb __V1_N__XPer__ x__été__boxété_ na_max_w_ B1 id__k2_v1b
    x__a_größe_
    }, {
    BigCat r#Type HTTPServer X A1B2 Big_Cat lower iPhone GrÖße _Under A UrlV1 XX_ImgB_ B_PERBÉté BoxCountRgbBox_
    K2Per_ IDMax _Rgb_ B Size_Id Io_MAXbox_ Id_WCOUNT IO V1url A_URLBoxÉté V1HttpImgRgb_ URL B_CountBOXÜnit XBoxB
    Xk2Http GrößeBK2_ K2V1 wIo httpÜnitUrl_IMG x_ WÜnitÜnit httpBN GrößeÉté NMAX N BMax MaxNImgid PERN_XB bk2_RGB
    Per_maxCount_ _x _Maxb HttpK22d Box IMGb_ Max2d WCountcountMax NGröße_X IdImgrgb Count_BoxHttp_Max CountHTTP
    GrößeBox_ maxper urlW V1_idIdSize SIZEb V1 GrößeGröße2d perPergröße URLXMAX Img_RGBRgb img_ nRgbSize AIo
    _Per_CountImg_9 Per2d W IdÜnitÜnit SizeÜnit Größe_A PERBété WIDA N_idX V1WId urlK2Http Rgb9IdRgb XImg HttpIo9Io
    V1ÉTÉ_ IoIoio XW_ RgbnK2 v1img _Idbimg B_CountPerhttp A_v1 countB GRÖSSENImgurl ASIZEB2d CountIdCount _A
    sizeV1_2d_ BoxbAbox Count2DV1_ GrößeN_HTTPÉté BMaxx W9ImgRGB BoxImgaCOUNT bhttp_COUNT9 V1_PERGrößeÉTÉ
    IOGrößeGRÖSSEBOX K2_ Rgb NBox XSizeId IdgrößeÜnitMax GRÖSSEMaxId NBIOÉté ImgV1NSize_ AÉtéMax IOAB W9A _K2
    COUNTRGBCount CountWPerSize _box92d IDNN WUrlhttpCount idRgbX_ BOXGRÖSSEÜnit n_HttpÉté aRgbSize BoxB XPER A2d9
    } })* };
}

with_names! {
    "lowercase" in_lower_case
    "UPPERCASE" in_upper_case
    "PascalCase" in_pascal_case
    "camelCase" in_camel_case
    "snake_case" in_snake_case
    "SCREAMING_SNAKE_CASE" in_screaming_snake_case
    "kebab-case" in_kebab_case
    "SCREAMING-KEBAB-CASE" in_screaming_kebab_case
}
